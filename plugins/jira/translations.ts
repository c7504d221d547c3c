// What the connect page says of Jira in its languages beside English.

export const translations = {
  de: {
    services: {
      issues: "Vorgänge",
      comments: "Kommentare",
      projects: "Projekte",
      users: "Personen",
    },
    permissions: {
      "issues.read": "Vorgänge suchen und lesen.",
      "issues.write": "Vorgänge anlegen, ändern, verschieben und löschen.",
      "comments.read": "Kommentare lesen.",
      "comments.write": "Kommentare schreiben.",
      "projects.read": "Projekte, Vorgangstypen und Felder auflisten.",
      "users.read": "Die Personen der Site finden.",
    },
  },
  fr: {
    services: {
      issues: "Tickets",
      comments: "Commentaires",
      projects: "Projets",
      users: "Personnes",
    },
    permissions: {
      "issues.read": "Rechercher et lire des tickets.",
      "issues.write": "Créer, modifier, déplacer et supprimer des tickets.",
      "comments.read": "Lire les commentaires.",
      "comments.write": "Écrire des commentaires.",
      "projects.read": "Lister les projets, les types de tickets et les champs.",
      "users.read": "Trouver les personnes du site.",
    },
  },
  es: {
    services: {
      issues: "Incidencias",
      comments: "Comentarios",
      projects: "Proyectos",
      users: "Personas",
    },
    permissions: {
      "issues.read": "Buscar y leer incidencias.",
      "issues.write": "Crear, modificar, mover y eliminar incidencias.",
      "comments.read": "Leer comentarios.",
      "comments.write": "Escribir comentarios.",
      "projects.read": "Listar proyectos, tipos de incidencia y campos.",
      "users.read": "Encontrar a las personas del sitio.",
    },
  },
  pt: {
    services: {
      issues: "Tickets",
      comments: "Comentários",
      projects: "Projetos",
      users: "Pessoas",
    },
    permissions: {
      "issues.read": "Pesquisar e ler tickets.",
      "issues.write": "Criar, alterar, mover e excluir tickets.",
      "comments.read": "Ler comentários.",
      "comments.write": "Escrever comentários.",
      "projects.read": "Listar projetos, tipos de ticket e campos.",
      "users.read": "Encontrar as pessoas do site.",
    },
  },
  ja: {
    services: {
      issues: "課題",
      comments: "コメント",
      projects: "プロジェクト",
      users: "ユーザー",
    },
    permissions: {
      "issues.read": "課題を検索、閲覧する。",
      "issues.write": "課題を作成、変更、移動、削除する。",
      "comments.read": "コメントを閲覧する。",
      "comments.write": "コメントを書き込む。",
      "projects.read": "プロジェクト、課題タイプ、フィールドを一覧表示する。",
      "users.read": "サイトのユーザーを検索する。",
    },
  },
};
