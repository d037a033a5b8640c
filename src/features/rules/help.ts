import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const rulesHelp: readonly HelpTopic[] = [
  {
    screens: ['rules'],
    title: 'Business rules',
    about:
      'What happens to a job when it is collected or posted: set a value, hold, hide, cancel, do not post. A rule reads as one sentence.',
    how: [
      {
        ask: 'Add a rule',
        answer:
          'Choose Add rule, say when it runs and what it does. Draft from description writes a first draft from your words.',
      },
      {
        ask: 'Test a rule',
        answer:
          'The draft runs on every job on this device as you type: how many match, values before and after, and the trace of each job.',
      },
      {
        ask: 'Write the condition as text',
        answer: 'Switch the view of When to run. [Degree] equal RN and [State] equal CA means the same in both views.',
      },
      {
        ask: 'Look values up in a table',
        answer: 'A table is a small spreadsheet: paste from Excel, fill down, or import a CSV.',
      },
      {
        ask: 'Run rules on jobs that are here already',
        answer: 'Apply to open jobs… runs the active rules with progress and Stop.',
      },
      { ask: 'Go back to an earlier version', answer: 'Every save is a version. Compare it with the form, or restore it.' },
      { ask: 'Bring back a deleted rule', answer: 'Choose Deleted rules above the list, then restore it from its menu.' },
      { ask: 'Copy a rule to other customers', answer: 'Copy to customers… in the menu of a rule. The copy starts inactive.' },
    ],
  },
  {
    screens: ['paySetup'],
    title: 'Pay setup',
    about: 'Burdens, fees and margins from which pay rates are calculated, with a preview for a typical job or one of yours.',
    how: [
      {
        ask: 'Set the pay rate of a degree',
        answer: 'Add the degree under Pay rates. A degree without one uses the regular pay rate of the setup.',
      },
      { ask: 'Use the margin in a rule', answer: 'Rules know the calculated fields: [Margin Percent] less than 15.' },
    ],
  },
  {
    screens: ['fields'],
    title: 'Field definitions',
    about: 'The fields of a job: their titles, who sees them, and which are required.',
    how: [
      { ask: 'Rename a field', answer: 'Open the field and change its title. Screens, rules and exports use the new title.' },
    ],
  },
  {
    screens: ['fieldAliases'],
    title: 'Field aliases',
    about: 'Names that your vendors use for the fields of a job. Files, emails, uploads and rules are read with them.',
    how: [
      {
        ask: 'Teach a column name',
        answer: 'Choose Add alias, the field, and the name of the column. Files that come later are read with it.',
      },
      {
        ask: 'Use an alias in a rule',
        answer:
          'Write it in brackets as text: [Ward] equal ICU. The saved rule names the field, so a changed alias changes no rule.',
      },
      { ask: 'Take a removed alias back', answer: 'Choose Undo, or add it again.' },
    ],
  },
  {
    screens: ['substitutions'],
    title: 'Substitutions',
    about: 'Vendors’ degrees and specialties that are renamed before they are mapped.',
    how: [
      {
        ask: 'Rename a vendor’s word',
        answer: 'Add the word and what it should be. Jobs that are collected later are mapped by the new word.',
      },
      {
        ask: 'Load substitutions from a file',
        answer: 'Upload rules… takes a CSV or XLSX and shows each row before it is saved.',
      },
    ],
  },
];
