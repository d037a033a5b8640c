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
        ask: 'Get your data as a file',
        answer: 'Choose Actions at the top, then Request export, then the lists. An email says when the file is ready.',
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
    screens: ['dataExport'],
    title: 'Export',
    about:
      'The data of your company as one file: jobs, mappings, rules, reference lists and users, as far as your rights show them to you.',
    how: [
      {
        ask: 'Request an export',
        answer:
          'Choose the lists and the kind of file, then choose Request export. An email with a link comes when the file is ready. You can go on working, or stop it in the status at the top.',
      },
      {
        ask: 'Choose between Excel and CSV',
        answer:
          'Excel is one file with a sheet per list. Lists with more rows than a sheet of Excel takes need the CSV files, which come in a zip.',
      },
      {
        ask: 'Know who can open the file',
        answer:
          'Only you, while you have the rights with which it was made. It is kept for 7 days. Passwords, keys and other secrets are never in it.',
      },
      { ask: 'See why a request waits', answer: 'A company has one export at a time. The page says whose is being made.' },
    ],
  },
  {
    screens: ['reportLibrary'],
    title: 'Reports',
    about: 'Every report that you may open, by group. Each card says what the report answers and whether it works offline.',
    how: [
      { ask: 'Find a report', answer: 'Type what it is about, or the name of one of its columns.' },
      { ask: 'Keep a report at the top', answer: 'Choose its star. Your favorites are kept on this device.' },
      {
        ask: 'Save a report as a file',
        answer: 'Open it, narrow it by its filters, and choose Export. The file has the rows found and the columns shown.',
      },
      {
        ask: 'Have a long file made while you go on',
        answer:
          'Choose Export, then Export in the background. The bell says when the file is ready. Files lists those of the last days: download, export again, or stop one.',
      },
    ],
  },
  {
    screens: ['myReports'],
    title: 'My reports',
    about: 'Your saved views of reports and of Staging, on all your devices, also offline.',
    how: [
      {
        ask: 'Save a report as you see it',
        answer:
          'Set its columns, filters and order. Choose Views, then Save as a view. Share it there, or open the report with it.',
      },
      {
        ask: 'Save what you changed in a view',
        answer: 'Choose Save, or Save as for a new view. Reset shows it as it was saved.',
      },
      {
        ask: 'Get a report by email',
        answer:
          'Choose Schedules beside it, then Add schedule: when, to whom, and from how many rows on. Preview shows the email, Send me a test sends it to you alone. People outside your company are asked by email first. Views of the staging grid can be scheduled, too.',
      },
    ],
  },
  {
    screens: ['jobsReport'],
    title: 'Jobs report',
    about:
      'Every collected job in the columns that you choose, from this device. Use it for lists and files; work on jobs in Staging.',
    how: [
      { ask: 'Add a column', answer: 'Choose Columns at the right of the table head, and search for it. There are about 290.' },
      {
        ask: 'See the jobs between two dates',
        answer: 'Set New jobs to Between two dates, then the days on which the jobs were first seen.',
      },
      {
        ask: 'Search like in Staging',
        answer: 'The search box reads the same queries: rate:>80 state:TX, or icu nights in texas.',
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
  {
    screens: ['taskErrors', 'taskStatus', 'taskAudit'],
    title: 'Reports about tasks',
    about: 'How tasks collect: what went wrong, how many jobs they have, and which ones are switched off.',
    how: [
      {
        ask: 'Find the tasks that need somebody',
        answer: 'Task errors puts those first that failed most often in a row. Choose Task: With a problem to see only these.',
      },
      {
        ask: 'Reset the counters of a task',
        answer:
          'An administrator chooses Reset counters beside the task. Pulled, opened and refused start at 0 until its next run.',
      },
      { ask: 'See the jobs behind a number', answer: 'Choose the number of open or canceled jobs in Task status.' },
      { ask: 'See other days', answer: 'Task audit counts the last 7 days. Choose its days to count others.' },
    ],
  },
  {
    screens: ['dataIssues'],
    title: 'Data issues',
    about: 'What is wrong with the values of open jobs and with the rows of files, how often, and what to do about it.',
    how: [
      { ask: 'See which jobs have a problem', answer: 'Choose its count. It opens exactly the jobs or rows that it counts.' },
      {
        ask: 'Fix a problem for all jobs at once',
        answer: 'Do what the remedy says: read another column, add a rule, or ask the vendor. The next run counts again.',
      },
    ],
  },
  {
    screens: ['customersByTask', 'taskUsers', 'customerContacts'],
    title: 'Whom to reach',
    about: 'Customers and their people by task, for the provider. These reports are never stored on a device.',
    how: [
      {
        ask: 'Find whom a broken vendor concerns',
        answer: 'Choose the task in Customers by task. Task users has the people to reach.',
      },
      { ask: 'See one customer only', answer: 'Choose Customers: This customer only.' },
    ],
  },
  {
    screens: ['loginHistory'],
    title: 'Login history',
    about: 'Who signed in, when and from where, and who failed to.',
    how: [
      { ask: 'See other days', answer: 'The report starts with yesterday and today. Choose its days to see others.' },
      { ask: 'See failures', answer: 'Choose Result: Failed. The first failure and the one that locks are kept.' },
    ],
  },
  {
    screens: ['customerSubscription', 'customerRisk', 'serviceItemsReport'],
    title: 'Reports about customers',
    about: 'What customers have bought and use, which ones may have trouble, and the operating values in effect.',
    how: [
      {
        ask: 'See why a customer is at risk',
        answer:
          'Each signal has its weight and the figures behind it. Choose the evidence to open the report that it comes from.',
      },
      { ask: 'Find unpaid connections', answer: 'Choose Use: With unpaid connections in Customer subscriptions.' },
    ],
  },
  {
    screens: ['customerTasksReport'],
    title: 'Customer tasks',
    about: 'Every task with its source, its schedule and its last run, from this device.',
    how: [
      { ask: 'See which tasks need attention', answer: 'Set the filter Attention to Needs attention.' },
      { ask: 'See the jobs of a task', answer: 'Choose its source. The jobs report opens with the jobs of that source.' },
    ],
  },
  {
    screens: ['customerTargetsReport'],
    title: 'Customer targets',
    about:
      'Each target with its connection and its posts by state. The service answers; without a connection you see its last answer and its age.',
    how: [
      {
        ask: 'Find a target that refuses jobs',
        answer: 'Choose the heading Refused posts twice, so that the highest number is first.',
      },
    ],
  },
  {
    screens: ['submissionFunnel'],
    title: 'Submission funnel',
    about: 'How far submissions came, by source and recruiter. Without the right to see everyone’s submissions it has your own.',
    how: [
      {
        ask: 'Compare recruiters by their submissions',
        answer:
          'Choose the days. Each stage counts the submissions that reached it or a later one; Refused and Withdrawn say how many ended.',
      },
    ],
  },
  {
    screens: ['feedJobs'],
    title: 'Jobs in feeds',
    about:
      'Every open job in each feed, as job boards read it now. The service answers; without a connection you see its last answer and its age.',
    how: [
      {
        ask: 'See why a job is not in a feed',
        answer: 'Set Listing to Not in the feed. The row says each reason and what to do about it.',
      },
      {
        ask: 'Find jobs that Indeed drops',
        answer: 'Set Listing to In the feed, dropped by Indeed. The row says which value is missing.',
      },
      {
        ask: 'See another element or a custom field',
        answer: 'Choose Columns at the right of the table head. No element means that the feed does not write this value.',
      },
    ],
  },
];
