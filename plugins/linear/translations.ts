// What the connect page says of Linear in its languages beside English.

export const translations = {
  de: {
    services: {
      issues: "Issues",
      comments: "Kommentare",
      teams: "Teams",
      projects: "Projekte",
      users: "Personen",
    },
    permissions: {
      "issues.read": "Issues auflisten, suchen und lesen.",
      "issues.create": "Issues anlegen.",
      "issues.write": "Issues ändern und archivieren.",
      "comments.read": "Kommentare lesen.",
      "comments.write": "Kommentare schreiben.",
      "teams.read": "Teams mit ihren Status sowie Labels auflisten.",
      "projects.read": "Projekte auflisten.",
      "users.read": "Die Personen des Workspace auflisten.",
    },
  },
  fr: {
    services: {
      issues: "Issues",
      comments: "Commentaires",
      teams: "Équipes",
      projects: "Projets",
      users: "Personnes",
    },
    permissions: {
      "issues.read": "Lister, rechercher et lire des issues.",
      "issues.create": "Créer des issues.",
      "issues.write": "Modifier et archiver des issues.",
      "comments.read": "Lire les commentaires.",
      "comments.write": "Écrire des commentaires.",
      "teams.read": "Lister les équipes avec leurs statuts, et les labels.",
      "projects.read": "Lister les projets.",
      "users.read": "Lister les personnes de l’espace de travail.",
    },
  },
  es: {
    services: {
      issues: "Issues",
      comments: "Comentarios",
      teams: "Equipos",
      projects: "Proyectos",
      users: "Personas",
    },
    permissions: {
      "issues.read": "Listar, buscar y leer issues.",
      "issues.create": "Crear issues.",
      "issues.write": "Modificar y archivar issues.",
      "comments.read": "Leer comentarios.",
      "comments.write": "Escribir comentarios.",
      "teams.read": "Listar los equipos con sus estados, y las etiquetas.",
      "projects.read": "Listar proyectos.",
      "users.read": "Listar a las personas del espacio de trabajo.",
    },
  },
  pt: {
    services: {
      issues: "Issues",
      comments: "Comentários",
      teams: "Equipes",
      projects: "Projetos",
      users: "Pessoas",
    },
    permissions: {
      "issues.read": "Listar, pesquisar e ler issues.",
      "issues.create": "Criar issues.",
      "issues.write": "Alterar e arquivar issues.",
      "comments.read": "Ler comentários.",
      "comments.write": "Escrever comentários.",
      "teams.read": "Listar as equipes com os seus status, e as etiquetas.",
      "projects.read": "Listar projetos.",
      "users.read": "Listar as pessoas do espaço de trabalho.",
    },
  },
  ja: {
    services: {
      issues: "イシュー",
      comments: "コメント",
      teams: "チーム",
      projects: "プロジェクト",
      users: "メンバー",
    },
    permissions: {
      "issues.read": "イシューを一覧表示、検索、閲覧する。",
      "issues.create": "イシューを作成する。",
      "issues.write": "イシューを変更、アーカイブする。",
      "comments.read": "コメントを閲覧する。",
      "comments.write": "コメントを書き込む。",
      "teams.read": "チームとそのステータス、およびラベルを一覧表示する。",
      "projects.read": "プロジェクトを一覧表示する。",
      "users.read": "ワークスペースのメンバーを一覧表示する。",
    },
  },
};
