// What the connect page says of Notion in its languages beside English.

export const translations = {
  de: {
    services: {
      pages: "Seiten",
      databases: "Datenbanken",
      search: "Suche",
      users: "Personen",
      comments: "Kommentare",
    },
    permissions: {
      "pages.read": "Seiten und ihren Inhalt lesen.",
      "pages.write": "Seiten anlegen, ändern, verschieben und archivieren und ihren Inhalt schreiben.",
      "databases.read": "Datenbanken lesen und ihre Zeilen abfragen.",
      "databases.write": "Datenbanken anlegen.",
      "search.read": "Seiten und Datenbanken nach Titel suchen.",
      "users.read": "Die Personen des Arbeitsbereichs auflisten.",
      "comments.read": "Kommentare lesen.",
      "comments.write": "Kommentare schreiben.",
    },
  },
  fr: {
    services: {
      pages: "Pages",
      databases: "Bases de données",
      search: "Recherche",
      users: "Personnes",
      comments: "Commentaires",
    },
    permissions: {
      "pages.read": "Lire des pages et leur contenu.",
      "pages.write": "Créer, modifier, déplacer et archiver des pages, et en écrire le contenu.",
      "databases.read": "Lire des bases de données et interroger leurs lignes.",
      "databases.write": "Créer des bases de données.",
      "search.read": "Rechercher des pages et des bases de données par titre.",
      "users.read": "Lister les personnes de l’espace de travail.",
      "comments.read": "Lire les commentaires.",
      "comments.write": "Écrire des commentaires.",
    },
  },
  es: {
    services: {
      pages: "Páginas",
      databases: "Bases de datos",
      search: "Búsqueda",
      users: "Personas",
      comments: "Comentarios",
    },
    permissions: {
      "pages.read": "Leer páginas y su contenido.",
      "pages.write": "Crear, modificar, mover y archivar páginas, y escribir su contenido.",
      "databases.read": "Leer bases de datos y consultar sus filas.",
      "databases.write": "Crear bases de datos.",
      "search.read": "Buscar páginas y bases de datos por título.",
      "users.read": "Listar a las personas del espacio de trabajo.",
      "comments.read": "Leer comentarios.",
      "comments.write": "Escribir comentarios.",
    },
  },
  pt: {
    services: {
      pages: "Páginas",
      databases: "Bases de dados",
      search: "Pesquisa",
      users: "Pessoas",
      comments: "Comentários",
    },
    permissions: {
      "pages.read": "Ler páginas e o seu conteúdo.",
      "pages.write": "Criar, alterar, mover e arquivar páginas, e escrever o seu conteúdo.",
      "databases.read": "Ler bases de dados e consultar as suas linhas.",
      "databases.write": "Criar bases de dados.",
      "search.read": "Pesquisar páginas e bases de dados pelo título.",
      "users.read": "Listar as pessoas do espaço de trabalho.",
      "comments.read": "Ler comentários.",
      "comments.write": "Escrever comentários.",
    },
  },
  ja: {
    services: {
      pages: "ページ",
      databases: "データベース",
      search: "検索",
      users: "メンバー",
      comments: "コメント",
    },
    permissions: {
      "pages.read": "ページとその内容を閲覧する。",
      "pages.write": "ページを作成、変更、移動、アーカイブし、その内容を書き込む。",
      "databases.read": "データベースを閲覧し、その行を検索する。",
      "databases.write": "データベースを作成する。",
      "search.read": "ページとデータベースをタイトルで検索する。",
      "users.read": "ワークスペースのメンバーを一覧表示する。",
      "comments.read": "コメントを閲覧する。",
      "comments.write": "コメントを書き込む。",
    },
  },
};
