// What the connect page says of Airtable in its languages beside English.

export const translations = {
  de: {
    services: {
      account: "Konto",
      bases: "Bases",
      records: "Datensätze",
      comments: "Kommentare",
      events: "Ereignisse",
    },
    permissions: {
      "account.read": "Sehen, wer verbunden ist.",
      "bases.read": "Bases, Tabellen, Felder und Ansichten auflisten.",
      "bases.write": "Tabellen und Felder anlegen und umbenennen.",
      "records.read": "Datensätze auflisten, suchen und lesen.",
      "records.write": "Datensätze anlegen, ändern und löschen.",
      "comments.read": "Kommentare zu Datensätzen lesen.",
      "comments.write": "Eigene Kommentare schreiben und löschen.",
      "events.read": "Ausgewählte Bases per Webhook beobachten.",
    },
    fields: {
      "api_key.api_key": {
        label: "Persönliches Zugriffstoken",
        help: "Geben Sie ihm die Scopes, die Sie erlauben möchten, und die Bases, die es erreichen darf.",
      },
    },
  },
  fr: {
    services: {
      account: "Compte",
      bases: "Bases",
      records: "Enregistrements",
      comments: "Commentaires",
      events: "Événements",
    },
    permissions: {
      "account.read": "Voir qui est connecté.",
      "bases.read": "Lister les bases, les tables, les champs et les vues.",
      "bases.write": "Créer et renommer des tables et des champs.",
      "records.read": "Lister, rechercher et lire des enregistrements.",
      "records.write": "Créer, modifier et supprimer des enregistrements.",
      "comments.read": "Lire les commentaires des enregistrements.",
      "comments.write": "Écrire et supprimer vos propres commentaires.",
      "events.read": "Surveiller les bases choisies par webhook.",
    },
    fields: {
      "api_key.api_key": {
        label: "Jeton d’accès personnel",
        help: "Donnez-lui les scopes que vous voulez autoriser et les bases qu’il peut atteindre.",
      },
    },
  },
  es: {
    services: {
      account: "Cuenta",
      bases: "Bases",
      records: "Registros",
      comments: "Comentarios",
      events: "Eventos",
    },
    permissions: {
      "account.read": "Ver quién está conectado.",
      "bases.read": "Listar bases, tablas, campos y vistas.",
      "bases.write": "Crear tablas y campos y cambiarles el nombre.",
      "records.read": "Listar, buscar y leer registros.",
      "records.write": "Crear, modificar y eliminar registros.",
      "comments.read": "Leer los comentarios de los registros.",
      "comments.write": "Escribir y eliminar sus propios comentarios.",
      "events.read": "Seguir las bases elegidas mediante webhooks.",
    },
    fields: {
      "api_key.api_key": {
        label: "Token de acceso personal",
        help: "Asígnele los scopes que quiera permitir y las bases a las que pueda acceder.",
      },
    },
  },
  pt: {
    services: {
      account: "Conta",
      bases: "Bases",
      records: "Registros",
      comments: "Comentários",
      events: "Eventos",
    },
    permissions: {
      "account.read": "Ver quem está conectado.",
      "bases.read": "Listar bases, tabelas, campos e visualizações.",
      "bases.write": "Criar e renomear tabelas e campos.",
      "records.read": "Listar, pesquisar e ler registros.",
      "records.write": "Criar, alterar e excluir registros.",
      "comments.read": "Ler comentários em registros.",
      "comments.write": "Escrever e excluir os seus próprios comentários.",
      "events.read": "Acompanhar as bases escolhidas por webhooks.",
    },
    fields: {
      "api_key.api_key": {
        label: "Token de acesso pessoal",
        help: "Dê a ele os escopos que você quer permitir e as bases que ele pode acessar.",
      },
    },
  },
  ja: {
    services: {
      account: "アカウント",
      bases: "ベース",
      records: "レコード",
      comments: "コメント",
      events: "イベント",
    },
    permissions: {
      "account.read": "誰が連携しているかを確認する。",
      "bases.read": "ベース、テーブル、フィールド、ビューを一覧表示する。",
      "bases.write": "テーブルとフィールドを作成し、名前を変更する。",
      "records.read": "レコードを一覧表示、検索、閲覧する。",
      "records.write": "レコードを作成、変更、削除する。",
      "comments.read": "レコードへのコメントを閲覧する。",
      "comments.write": "自分のコメントを書き込み、削除する。",
      "events.read": "選択したベースを Webhook で監視する。",
    },
    fields: {
      "api_key.api_key": {
        label: "パーソナルアクセストークン",
        help: "許可するスコープと、アクセスできるベースを設定してください。",
      },
    },
  },
};
