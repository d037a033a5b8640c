import type { ConnectionForm } from '../connection-form.ts';

export const crelateForm: ConnectionForm = {
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'API address',
      hint: 'https://app.crelate.com/api3',
      isRequired: true,
      remedy: 'Write the address of Crelate’s API, such as https://app.crelate.com/api3',
    },
    { name: 'password', type: 'secret', label: 'API key', isRequired: true, remedy: 'Write the API key that Crelate gave' },
  ],
};
