import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const supportScreens = [
  {
    id: 'tickets',
    at: ['/issues/:status?'],
    title: 'Tickets',
    audience: 'everyone',
    row: 'support',
    nav: { label: 'Tickets', to: '/issues' },
    synonyms: 'support issues jira help',
    load: () => import('./tickets/tickets.tsx').then((m) => ({ Component: m.Tickets })),
  },
  {
    id: 'support',
    at: ['/support'],
    title: 'Support',
    audience: 'everyone',
    row: 'support',
    nav: { label: 'Ask support', to: '/support' },
    synonyms: 'new ticket problem help contact',
    load: () => import('./tickets/support-request.tsx').then((m) => ({ Component: m.SupportRequest })),
  },
  {
    id: 'ticket',
    at: ['/jira/:id'],
    title: 'Ticket',
    audience: 'everyone',
    row: 'support',
    parent: 'tickets',
    synonyms: '',
    sample: '/jira/1',
    load: () => import('./tickets/ticket-page.tsx').then((m) => ({ Component: m.TicketPage })),
  },
  {
    id: 'supportQuestions',
    // Our own screen: the documents do not say where questions come from.
    at: ['/supportQuestions'],
    title: 'Support questions',
    audience: 'admin',
    row: 'notices',
    nav: { label: 'Support questions', to: '/supportQuestions' },
    synonyms: 'ticket fields phone canned answers',
    load: () => import('./questions/question-list.tsx').then((m) => ({ Component: m.QuestionList })),
  },
  {
    id: 'errorConfigurations',
    at: ['/notificationconfigs'],
    title: 'Error alerts',
    audience: 'admin',
    row: 'system',
    nav: { label: 'Error alerts', to: '/notificationconfigs' },
    synonyms: 'slack notification configurations threshold',
    about: 'When errors send a message to Slack or by email.',
    load: () =>
      import('./error-configurations/error-configuration-list.tsx').then((m) => ({ Component: m.ErrorConfigurationList })),
  },
] as const satisfies readonly Screen[];
