// What the connect page says of Google in its languages beside English.

export const translations = {
  de: {
    services: {
      gmail: "Gmail",
      calendar: "Kalender",
      drive: "Drive",
      profile: "Profil",
    },
    permissions: {
      "gmail.read": "E-Mails, Unterhaltungen und Labels suchen und lesen.",
      "gmail.send": "E-Mails senden.",
      "gmail.modify": "E-Mails mit Labels versehen, archivieren und in den Papierkorb verschieben.",
      "gmail.drafts": "Entwürfe lesen, schreiben, senden und löschen.",
      "calendar.read": "Kalender, Termine und freie Zeiten lesen.",
      "calendar.write": "Termine anlegen, ändern und löschen.",
      "drive.read": "Dateien suchen, lesen und herunterladen.",
      "drive.write": "Dateien hochladen und die von hier stammenden ändern.",
      "profile.read": "Ihren Namen und Ihre E-Mail-Adresse lesen.",
    },
  },
  fr: {
    services: {
      gmail: "Gmail",
      calendar: "Agenda",
      drive: "Drive",
      profile: "Profil",
    },
    permissions: {
      "gmail.read": "Rechercher et lire des e-mails, des conversations et des libellés.",
      "gmail.send": "Envoyer des e-mails.",
      "gmail.modify": "Ajouter des libellés aux e-mails, les archiver et les mettre à la corbeille.",
      "gmail.drafts": "Lire, écrire, envoyer et supprimer des brouillons.",
      "calendar.read": "Lire les agendas, les événements et les plages libres.",
      "calendar.write": "Créer, modifier et supprimer des événements.",
      "drive.read": "Rechercher, lire et télécharger des fichiers.",
      "drive.write": "Importer des fichiers, et modifier ceux qui viennent d’ici.",
      "profile.read": "Lire votre nom et votre adresse e-mail.",
    },
  },
  es: {
    services: {
      gmail: "Gmail",
      calendar: "Calendar",
      drive: "Drive",
      profile: "Perfil",
    },
    permissions: {
      "gmail.read": "Buscar y leer correos electrónicos, conversaciones y etiquetas.",
      "gmail.send": "Enviar correos electrónicos.",
      "gmail.modify": "Etiquetar y archivar correos electrónicos, y moverlos a la papelera.",
      "gmail.drafts": "Leer, escribir, enviar y eliminar borradores.",
      "calendar.read": "Leer calendarios, eventos y horas libres.",
      "calendar.write": "Crear, modificar y eliminar eventos.",
      "drive.read": "Buscar, leer y descargar archivos.",
      "drive.write": "Subir archivos y modificar los que procedan de aquí.",
      "profile.read": "Leer su nombre y su dirección de correo electrónico.",
    },
  },
  pt: {
    services: {
      gmail: "Gmail",
      calendar: "Agenda",
      drive: "Drive",
      profile: "Perfil",
    },
    permissions: {
      "gmail.read": "Pesquisar e ler e-mails, conversas e marcadores.",
      "gmail.send": "Enviar e-mails.",
      "gmail.modify": "Aplicar marcadores a e-mails, arquivá-los e movê-los para a lixeira.",
      "gmail.drafts": "Ler, escrever, enviar e excluir rascunhos.",
      "calendar.read": "Ler agendas, eventos e horários livres.",
      "calendar.write": "Criar, alterar e excluir eventos.",
      "drive.read": "Pesquisar, ler e baixar arquivos.",
      "drive.write": "Enviar arquivos e alterar os que vieram daqui.",
      "profile.read": "Ler o seu nome e o seu endereço de e-mail.",
    },
  },
  ja: {
    services: {
      gmail: "Gmail",
      calendar: "カレンダー",
      drive: "ドライブ",
      profile: "プロフィール",
    },
    permissions: {
      "gmail.read": "メール、スレッド、ラベルを検索、閲覧する。",
      "gmail.send": "メールを送信する。",
      "gmail.modify": "メールにラベルを付け、アーカイブし、ゴミ箱に移動する。",
      "gmail.drafts": "下書きを閲覧、作成、送信、削除する。",
      "calendar.read": "カレンダー、予定、空き時間を閲覧する。",
      "calendar.write": "予定を作成、変更、削除する。",
      "drive.read": "ファイルを検索、閲覧、ダウンロードする。",
      "drive.write": "ファイルをアップロードし、ここから追加されたファイルを変更する。",
      "profile.read": "あなたの名前とメールアドレスを閲覧する。",
    },
  },
};
