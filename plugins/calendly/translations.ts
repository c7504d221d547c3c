// What the connect page says of Calendly in its languages beside English.

export const translations = {
  de: {
    services: {
      profile: "Profil",
      event_types: "Terminarten",
      availability: "Verfügbarkeit",
      events: "Termine",
      scheduling_links: "Buchungslinks",
    },
    permissions: {
      "profile.read": "Ihr Profil lesen.",
      "event_types.read": "Terminarten auflisten und lesen.",
      "availability.read": "Freie Zeiten, belegte Zeiten und Arbeitszeiten lesen.",
      "events.read": "Gebuchte Termine und ihre Eingeladenen auflisten und lesen.",
      "events.write": "Termine buchen und absagen.",
      "scheduling_links.write": "Links erstellen, die für eine einzige Buchung gelten.",
    },
  },
  fr: {
    services: {
      profile: "Profil",
      event_types: "Types d’événements",
      availability: "Disponibilités",
      events: "Rendez-vous",
      scheduling_links: "Liens de réservation",
    },
    permissions: {
      "profile.read": "Lire votre profil.",
      "event_types.read": "Lister et lire les types d’événements.",
      "availability.read": "Lire les plages libres, les plages occupées et les heures de travail.",
      "events.read": "Lister et lire les rendez-vous pris et leurs invités.",
      "events.write": "Prendre et annuler des rendez-vous.",
      "scheduling_links.write": "Créer des liens valables pour une seule réservation.",
    },
  },
  es: {
    services: {
      profile: "Perfil",
      event_types: "Tipos de eventos",
      availability: "Disponibilidad",
      events: "Reuniones",
      scheduling_links: "Enlaces de reserva",
    },
    permissions: {
      "profile.read": "Leer su perfil.",
      "event_types.read": "Listar y leer los tipos de eventos.",
      "availability.read": "Leer las horas libres, las horas ocupadas y el horario de trabajo.",
      "events.read": "Listar y leer las reuniones reservadas y sus invitados.",
      "events.write": "Reservar y cancelar reuniones.",
      "scheduling_links.write": "Crear enlaces válidos para una sola reserva.",
    },
  },
  pt: {
    services: {
      profile: "Perfil",
      event_types: "Tipos de evento",
      availability: "Disponibilidade",
      events: "Reuniões",
      scheduling_links: "Links de agendamento",
    },
    permissions: {
      "profile.read": "Ler o seu perfil.",
      "event_types.read": "Listar e ler tipos de evento.",
      "availability.read": "Ler horários livres, horários ocupados e o horário de trabalho.",
      "events.read": "Listar e ler reuniões agendadas e os seus convidados.",
      "events.write": "Agendar e cancelar reuniões.",
      "scheduling_links.write": "Criar links válidos para um único agendamento.",
    },
  },
  ja: {
    services: {
      profile: "プロフィール",
      event_types: "イベントタイプ",
      availability: "空き状況",
      events: "予約",
      scheduling_links: "予約リンク",
    },
    permissions: {
      "profile.read": "あなたのプロフィールを閲覧する。",
      "event_types.read": "イベントタイプを一覧表示、閲覧する。",
      "availability.read": "空き時間、予定のある時間、勤務時間を閲覧する。",
      "events.read": "予約されたミーティングとその参加者を一覧表示、閲覧する。",
      "events.write": "ミーティングを予約、キャンセルする。",
      "scheduling_links.write": "一回の予約にのみ使えるリンクを作成する。",
    },
  },
};
