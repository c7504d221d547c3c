// What the connect page says of Zendesk in its languages beside English.

export const translations = {
  de: {
    services: {
      tickets: "Tickets",
      users: "Personen",
      organizations: "Organisationen",
      articles: "Artikel",
      search: "Suche",
      desk: "Arbeitsumgebung",
      events: "Ereignisse",
    },
    permissions: {
      "tickets.read": "Tickets mit ihren Kommentaren und Dateien auflisten und lesen.",
      "tickets.write": "Tickets anlegen, beantworten, ändern und löschen.",
      "users.read": "Kunden und Agenten auflisten und lesen.",
      "users.write": "Kunden anlegen und ändern.",
      "organizations.read": "Organisationen auflisten und lesen.",
      "organizations.write": "Organisationen anlegen.",
      "articles.read": "Artikel des Help Centers auflisten, suchen und lesen.",
      "search.read": "Tickets, Personen und Organisationen suchen.",
      "desk.read": "Ansichten, Makros, Gruppen, Felder und Zufriedenheitsbewertungen lesen.",
      "events.read": "Von neuen und geänderten Tickets erfahren.",
    },
    fields: {
      "tenant.subdomain": {
        label: "Subdomain",
        help: "Was im Browser vor .zendesk.com steht, in Kleinbuchstaben; keine eigene Domain.",
      },
      "basic.email": {
        label: "E-Mail-Adresse",
        help: "Die eines Agenten oder Administrators: Aufrufe haben die Rechte dieser Person.",
      },
      "basic.api_token": {
        label: "API-Token",
        help: "Ein schon vorhandenes: Zendesk erstellt keine neuen mehr und beendet alle am 30. April 2027.",
        steps: ["Admin Center", "Apps und Integrationen", "API-Token"],
      },
      "client_credentials.client_id": {
        label: "Kennung des OAuth-Clients",
        help: "Ein vertraulicher Client Ihres Kontos; Aufrufe haben die Rechte der Person, die ihn erstellt hat.",
        steps: ["Admin Center", "Apps und Integrationen", "APIs", "OAuth-Clients"],
      },
      "client_credentials.client_secret": {
        label: "Secret",
        help: "Zendesk zeigt es ein einziges Mal, wenn der Client erstellt wird.",
      },
    },
  },
  fr: {
    services: {
      tickets: "Tickets",
      users: "Personnes",
      organizations: "Organisations",
      articles: "Articles",
      search: "Recherche",
      desk: "Environnement de travail",
      events: "Événements",
    },
    permissions: {
      "tickets.read": "Lister et lire des tickets avec leurs commentaires et leurs fichiers.",
      "tickets.write": "Créer, modifier et supprimer des tickets, et y répondre.",
      "users.read": "Lister et lire des clients et des agents.",
      "users.write": "Créer et modifier des clients.",
      "organizations.read": "Lister et lire des organisations.",
      "organizations.write": "Créer des organisations.",
      "articles.read": "Lister, rechercher et lire des articles du centre d’aide.",
      "search.read": "Rechercher des tickets, des personnes et des organisations.",
      "desk.read": "Lire les vues, les macros, les groupes, les champs et les évaluations de satisfaction.",
      "events.read": "Être informé des tickets nouveaux et modifiés.",
    },
    fields: {
      "tenant.subdomain": {
        label: "Sous-domaine",
        help: "Ce qui précède .zendesk.com dans le navigateur, en minuscules ; pas un domaine à vous.",
      },
      "basic.email": {
        label: "Adresse e-mail",
        help: "Celle d’un agent ou d’un administrateur : les appels ont les droits de cette personne.",
      },
      "basic.api_token": {
        label: "Jeton API",
        help: "Un jeton déjà existant : Zendesk n’en crée plus et mettra fin à tous le 30 avril 2027.",
        steps: ["Centre d’administration", "Applications et intégrations", "Jetons API"],
      },
      "client_credentials.client_id": {
        label: "Identifiant du client OAuth",
        help: "Un client confidentiel de votre compte ; les appels ont les droits de la personne qui l’a créé.",
        steps: ["Centre d’administration", "Applications et intégrations", "API", "Clients OAuth"],
      },
      "client_credentials.client_secret": {
        label: "Secret",
        help: "Zendesk l’affiche une seule fois, à la création du client.",
      },
    },
  },
  es: {
    services: {
      tickets: "Tickets",
      users: "Personas",
      organizations: "Organizaciones",
      articles: "Artículos",
      search: "Búsqueda",
      desk: "Entorno de trabajo",
      events: "Eventos",
    },
    permissions: {
      "tickets.read": "Listar y leer tickets con sus comentarios y archivos.",
      "tickets.write": "Crear, modificar y eliminar tickets, y responder a ellos.",
      "users.read": "Listar y leer clientes y agentes.",
      "users.write": "Crear y modificar clientes.",
      "organizations.read": "Listar y leer organizaciones.",
      "organizations.write": "Crear organizaciones.",
      "articles.read": "Listar, buscar y leer artículos del centro de ayuda.",
      "search.read": "Buscar tickets, personas y organizaciones.",
      "desk.read": "Leer vistas, macros, grupos, campos y calificaciones de satisfacción.",
      "events.read": "Recibir avisos de tickets nuevos y modificados.",
    },
    fields: {
      "tenant.subdomain": {
        label: "Subdominio",
        help: "Lo que aparece antes de .zendesk.com en el navegador, en minúsculas; no un dominio propio.",
      },
      "basic.email": {
        label: "Dirección de correo electrónico",
        help: "La de un agente o administrador: las llamadas se hacen con los permisos de esa persona.",
      },
      "basic.api_token": {
        label: "Token de API",
        help: "Uno que ya exista: Zendesk no crea nuevos y dará fin a todos el 30 de abril de 2027.",
        steps: ["Centro de administración", "Aplicaciones e integraciones", "Tokens de API"],
      },
      "client_credentials.client_id": {
        label: "Identificador del cliente OAuth",
        help: "Un cliente confidencial de su cuenta; las llamadas se hacen con los permisos de la persona que lo creó.",
        steps: ["Centro de administración", "Aplicaciones e integraciones", "API", "Clientes OAuth"],
      },
      "client_credentials.client_secret": {
        label: "Secreto",
        help: "Zendesk lo muestra una sola vez, al crear el cliente.",
      },
    },
  },
  pt: {
    services: {
      tickets: "Tickets",
      users: "Pessoas",
      organizations: "Organizações",
      articles: "Artigos",
      search: "Pesquisa",
      desk: "Ambiente de trabalho",
      events: "Eventos",
    },
    permissions: {
      "tickets.read": "Listar e ler tickets com os seus comentários e arquivos.",
      "tickets.write": "Criar, alterar e excluir tickets, e responder a eles.",
      "users.read": "Listar e ler clientes e agentes.",
      "users.write": "Criar e alterar clientes.",
      "organizations.read": "Listar e ler organizações.",
      "organizations.write": "Criar organizações.",
      "articles.read": "Listar, pesquisar e ler artigos da central de ajuda.",
      "search.read": "Pesquisar tickets, pessoas e organizações.",
      "desk.read": "Ler visualizações, macros, grupos, campos e avaliações de satisfação.",
      "events.read": "Ser informado de tickets novos e alterados.",
    },
    fields: {
      "tenant.subdomain": {
        label: "Subdomínio",
        help: "O que aparece antes de .zendesk.com no navegador, em minúsculas; não um domínio próprio.",
      },
      "basic.email": {
        label: "Endereço de e-mail",
        help: "De um agente ou administrador: as chamadas são feitas com os direitos dessa pessoa.",
      },
      "basic.api_token": {
        label: "Token de API",
        help: "Um que já exista: a Zendesk não cria novos e encerra todos em 30 de abril de 2027.",
        steps: ["Central de administração", "Aplicativos e integrações", "Tokens da API"],
      },
      "client_credentials.client_id": {
        label: "Identificador do cliente OAuth",
        help: "Um cliente confidencial da sua conta; as chamadas são feitas com os direitos da pessoa que o criou.",
        steps: ["Central de administração", "Aplicativos e integrações", "APIs", "Clientes OAuth"],
      },
      "client_credentials.client_secret": {
        label: "Segredo",
        help: "A Zendesk o mostra uma única vez, quando o cliente é criado.",
      },
    },
  },
  ja: {
    services: {
      tickets: "チケット",
      users: "ユーザー",
      organizations: "組織",
      articles: "記事",
      search: "検索",
      desk: "作業環境",
      events: "イベント",
    },
    permissions: {
      "tickets.read": "チケットとそのコメント、ファイルを一覧表示、閲覧する。",
      "tickets.write": "チケットを作成、変更、削除し、チケットに返信する。",
      "users.read": "顧客とエージェントを一覧表示、閲覧する。",
      "users.write": "顧客を作成、変更する。",
      "organizations.read": "組織を一覧表示、閲覧する。",
      "organizations.write": "組織を作成する。",
      "articles.read": "ヘルプセンターの記事を一覧表示、検索、閲覧する。",
      "search.read": "チケット、ユーザー、組織を検索する。",
      "desk.read": "ビュー、マクロ、グループ、フィールド、満足度評価を閲覧する。",
      "events.read": "新しいチケットと変更されたチケットの通知を受け取る。",
    },
    fields: {
      "tenant.subdomain": {
        label: "サブドメイン",
        help: "ブラウザーで .zendesk.com の前に表示される小文字の部分。独自ドメインではありません。",
      },
      "basic.email": {
        label: "メールアドレス",
        help: "エージェントまたは管理者のもの。呼び出しはその人の権限で行われます。",
      },
      "basic.api_token": {
        label: "API トークン",
        help: "すでにあるもの。Zendesk は新しいトークンを発行しておらず、2027 年 4 月 30 日にすべてを終了します。",
        steps: ["管理センター", "アプリおよびインテグレーション", "API トークン"],
      },
      "client_credentials.client_id": {
        label: "OAuth クライアントの識別子",
        help: "お使いのアカウントの機密クライアント。呼び出しは、それを作成した人の権限で行われます。",
        steps: ["管理センター", "アプリおよびインテグレーション", "API", "OAuth クライアント"],
      },
      "client_credentials.client_secret": {
        label: "シークレット",
        help: "Zendesk では、クライアントの作成時に一度だけ表示されます。",
      },
    },
  },
};
