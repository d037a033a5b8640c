import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const reportsHelp: readonly HelpTopic[] = [
  {
    screens: ['dashboard'],
    title: 'Dashboard',
    about:
      'What needs you now, then the figures. Each number opens exactly the rows that it counts, and the page says how old they are.',
    how: [
      {
        ask: 'Get started',
        answer: 'First steps follows your data: bring in jobs, map the first texts, post one. Hide it when you know the way.',
      },
      {
        ask: 'Arrange the cards',
        answer:
          'Choose a title to fold its card. Drag a card by its handle, or choose Move up, Move down or Remove card in its menu. Add card brings removed ones back. Your arrangement follows you to your other devices.',
      },
      {
        ask: 'Read the map',
        answer:
          'Darker states have more open jobs; hatched ones have none. Tiles below hold territories, provinces and jobs without a state, so that all of it adds up to your open jobs. Choose a state to see its jobs, or walk with the arrow keys.',
      },
      {
        ask: 'Know what the last 30 days count',
        answer:
          'New, closed and posted jobs of each day in your company’s time zone. Kept figures do not change when jobs are removed later. A day without figures is a line, not zero.',
      },
    ],
  },
  {
    screens: ['mapSummary', 'mapDetail', 'mapDegreeReport', 'mapSpecialtyReport', 'mapShiftReport'],
    title: 'Mapping reports',
    about: 'How much of each source is mapped, and to what. The numbers come from the rows on this device.',
    how: [
      {
        ask: 'See what is not mapped by source',
        answer: 'Map summary counts mapped and unmapped texts for each source. Each number opens its texts.',
      },
      { ask: 'Export a report', answer: 'Export saves the rows that you see as CSV or XLSX.' },
    ],
  },
  {
    screens: ['ruleReport'],
    title: 'Rule report',
    about: 'All rules with what they do, in one list to read or export.',
    how: [{ ask: 'Open a rule', answer: 'Choose its name.' }],
  },
];
