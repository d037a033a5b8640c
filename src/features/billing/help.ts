import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const billingHelp: readonly HelpTopic[] = [
  {
    screens: ['billing'],
    title: 'Billing',
    about: 'What your company owes, every invoice, and every payment. Nothing of it is stored on the device.',
    how: [
      { ask: 'See what is due', answer: 'The banner at the top says it: what is past due, or by when the next payment is due.' },
      {
        ask: 'Get an invoice as a file',
        answer: 'Download saves it as PDF. Download statement saves one PDF with all invoices in the list.',
      },
      {
        ask: 'Send an invoice to somebody',
        answer:
          'Choose Send again in the menu of the invoice. It goes to the primary billing contact, or to another person of your company.',
      },
      {
        ask: 'What happens when the account is suspended',
        answer:
          'Jobs are not collected or posted. Reading, editing and billing go on, and queued work waits. Once nothing is past due, everything goes on by itself.',
      },
    ],
  },
  {
    screens: ['billingContacts'],
    title: 'Billing contacts',
    about: 'Who gets the invoices of your company. One of them is the primary contact.',
    how: [
      {
        ask: 'Change the primary contact',
        answer: 'Edit another contact and turn Primary contact on. It takes the place of the old one.',
      },
      { ask: 'Remove the primary contact', answer: 'Set another contact as primary first.' },
    ],
  },
  {
    screens: ['subscription'],
    title: 'Subscription',
    about: 'Your plan, how much of it is used, and what it costs.',
    how: [
      {
        ask: 'Add VMS connections',
        answer: 'Add licenses shows the cost before you buy. You can add 1 to 5 at once, and 10 in all. They work at once.',
      },
      { ask: 'Change the plan', answer: 'Ask Jobdock: the provider changes plans.' },
    ],
  },
  {
    screens: ['plans'],
    title: 'Plans',
    about: 'What customers can subscribe to: what each plan includes, and its list prices for a month.',
    how: [
      {
        ask: 'Change a list price',
        answer:
          'Choose Change prices. It is for customers that get the plan from now on. Invoices and agreed prices never change.',
      },
      {
        ask: 'Change what one customer pays',
        answer: 'Open the customer, then its Billing tab: Change prices sets what it has agreed to, from today on.',
      },
    ],
  },
];
