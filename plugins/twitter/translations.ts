// What the connect page says of X in its languages beside English.

export const translations = {
  de: {
    services: {
      users: "Profile",
      posts: "Posts",
      bookmarks: "Lesezeichen",
      dms: "Direktnachrichten",
    },
    permissions: {
      "users.read": "Ihr eigenes Profil und die Profile anderer sehen.",
      "posts.read": "Posts, Erwähnungen und die Startseite lesen und durchsuchen.",
      "posts.write": "In Ihrem Namen Posts schreiben, löschen und reposten.",
      "bookmarks.read": "Die Posts auflisten, die Sie als Lesezeichen gespeichert haben.",
      "bookmarks.write": "Lesezeichen hinzufügen und entfernen.",
      "dms.read": "Direktnachrichten lesen.",
      "dms.write": "In Ihrem Namen Direktnachrichten senden.",
    },
  },
  fr: {
    services: {
      users: "Profils",
      posts: "Posts",
      bookmarks: "Signets",
      dms: "Messages privés",
    },
    permissions: {
      "users.read": "Voir votre propre profil et ceux d’autres personnes.",
      "posts.read": "Lire et rechercher des posts, des mentions et votre fil d’accueil.",
      "posts.write": "Écrire, supprimer et reposter des posts en votre nom.",
      "bookmarks.read": "Lister les posts que vous avez ajoutés à vos signets.",
      "bookmarks.write": "Ajouter et retirer des signets.",
      "dms.read": "Lire les messages privés.",
      "dms.write": "Envoyer des messages privés en votre nom.",
    },
  },
  es: {
    services: {
      users: "Perfiles",
      posts: "Posts",
      bookmarks: "Elementos guardados",
      dms: "Mensajes directos",
    },
    permissions: {
      "users.read": "Ver su propio perfil y los de otras personas.",
      "posts.read": "Leer y buscar posts, menciones y su cronología de inicio.",
      "posts.write": "Escribir, eliminar y repostear posts en su nombre.",
      "bookmarks.read": "Listar los posts que has guardado.",
      "bookmarks.write": "Añadir y quitar elementos guardados.",
      "dms.read": "Leer mensajes directos.",
      "dms.write": "Enviar mensajes directos en su nombre.",
    },
  },
  pt: {
    services: {
      users: "Perfis",
      posts: "Posts",
      bookmarks: "Itens salvos",
      dms: "Mensagens diretas",
    },
    permissions: {
      "users.read": "Ver o seu próprio perfil e os de outras pessoas.",
      "posts.read": "Ler e pesquisar posts, menções e a sua timeline inicial.",
      "posts.write": "Escrever, excluir e repostar posts em seu nome.",
      "bookmarks.read": "Listar os posts que você salvou.",
      "bookmarks.write": "Adicionar e remover itens salvos.",
      "dms.read": "Ler mensagens diretas.",
      "dms.write": "Enviar mensagens diretas em seu nome.",
    },
  },
  ja: {
    services: {
      users: "プロフィール",
      posts: "ポスト",
      bookmarks: "ブックマーク",
      dms: "ダイレクトメッセージ",
    },
    permissions: {
      "users.read": "あなた自身のプロフィールとほかの人のプロフィールを確認する。",
      "posts.read": "ポスト、メンション、ホームタイムラインを閲覧、検索する。",
      "posts.write": "あなたのアカウントでポストを投稿、削除、リポストする。",
      "bookmarks.read": "あなたがブックマークしたポストを一覧表示する。",
      "bookmarks.write": "ブックマークを追加、削除する。",
      "dms.read": "ダイレクトメッセージを閲覧する。",
      "dms.write": "あなたのアカウントでダイレクトメッセージを送信する。",
    },
  },
};
