import type { ConnectionForm } from '../connection-form.ts';

export const ctmForm: ConnectionForm = {
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'ClearConnect address',
      hint: 'It ends with clearConnect/2_0/index.cfm',
      isRequired: true,
      remedy: 'Write the address of ClearConnect, which ends with clearConnect/2_0/index.cfm',
    },
    { name: 'username', type: 'text', label: 'API user', isRequired: true, remedy: 'Write the name of the API user' },
    { name: 'password', type: 'secret', label: 'Password', isRequired: true, remedy: 'Write the password of the API user' },
    {
      name: 'orderStatus',
      type: 'text',
      label: 'Status of new orders',
      hint: 'As your CTM names it',
      isRequired: true,
      remedy: 'Write the status that new orders get in CTM',
    },
  ],
};
