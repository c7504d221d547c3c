// What the connect page says of LinkedIn in its languages beside English.

export const translations = {
  de: {
    services: {
      profile: "Profil",
      posts: "Beiträge",
      comments: "Kommentare",
      organizations: "Unternehmensseiten",
    },
    permissions: {
      "profile.read": "Ihren Namen, Ihr Bild und Ihre E-Mail-Adresse lesen.",
      "posts.read": "Die Beiträge von Unternehmensseiten lesen.",
      "posts.write": "Beiträge mit Bildern und Links schreiben, ändern und löschen.",
      "comments.read": "Die Kommentare zu Beiträgen von Unternehmensseiten lesen.",
      "comments.write": "Beiträge kommentieren und auf sie reagieren.",
      "organizations.read": "Die Unternehmensseiten auflisten, die Sie verwalten.",
      "organizations.report": "Die Statistiken von Unternehmensseiten lesen.",
    },
  },
  fr: {
    services: {
      profile: "Profil",
      posts: "Posts",
      comments: "Commentaires",
      organizations: "Pages entreprise",
    },
    permissions: {
      "profile.read": "Lire votre nom, votre photo et votre adresse e-mail.",
      "posts.read": "Lire les posts des pages entreprise.",
      "posts.write": "Écrire, modifier et supprimer des posts, avec des images et des liens.",
      "comments.read": "Lire les commentaires des posts des pages entreprise.",
      "comments.write": "Commenter des posts et y réagir.",
      "organizations.read": "Lister les pages entreprise que vous gérez.",
      "organizations.report": "Lire les statistiques des pages entreprise.",
    },
  },
  es: {
    services: {
      profile: "Perfil",
      posts: "Publicaciones",
      comments: "Comentarios",
      organizations: "Páginas de empresa",
    },
    permissions: {
      "profile.read": "Leer su nombre, su imagen y su correo electrónico.",
      "posts.read": "Leer las publicaciones de páginas de empresa.",
      "posts.write": "Escribir, modificar y eliminar publicaciones, con imágenes y enlaces.",
      "comments.read": "Leer los comentarios de las publicaciones de páginas de empresa.",
      "comments.write": "Comentar publicaciones y reaccionar a ellas.",
      "organizations.read": "Listar las páginas de empresa que administras.",
      "organizations.report": "Leer las estadísticas de páginas de empresa.",
    },
  },
  pt: {
    services: {
      profile: "Perfil",
      posts: "Publicações",
      comments: "Comentários",
      organizations: "Páginas de empresas",
    },
    permissions: {
      "profile.read": "Ler o seu nome, a sua imagem e o seu e-mail.",
      "posts.read": "Ler as publicações de páginas de empresas.",
      "posts.write": "Escrever, alterar e excluir publicações, com imagens e links.",
      "comments.read": "Ler os comentários em publicações de páginas de empresas.",
      "comments.write": "Comentar publicações e reagir a elas.",
      "organizations.read": "Listar as páginas de empresas que você administra.",
      "organizations.report": "Ler as estatísticas de páginas de empresas.",
    },
  },
  ja: {
    services: {
      profile: "プロフィール",
      posts: "投稿",
      comments: "コメント",
      organizations: "会社ページ",
    },
    permissions: {
      "profile.read": "あなたの名前、写真、メールアドレスを閲覧する。",
      "posts.read": "会社ページの投稿を閲覧する。",
      "posts.write": "画像やリンクを含む投稿を作成、変更、削除する。",
      "comments.read": "会社ページの投稿へのコメントを閲覧する。",
      "comments.write": "投稿にコメントし、リアクションする。",
      "organizations.read": "あなたが管理する会社ページを一覧表示する。",
      "organizations.report": "会社ページの統計を閲覧する。",
    },
  },
};
