import type { ConnectionForm } from '../connection-form.ts';

export const bullhornForm: ConnectionForm = {
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'loginInfo URL',
      isRequired: true,
      remedy: 'Write the address of loginInfo, with https://',
    },
    { name: 'username', type: 'text', label: 'API user', isRequired: true, remedy: 'Write the name of the API user' },
    { name: 'password', type: 'secret', label: 'Password', isRequired: true, remedy: 'Write the password of the API user' },
    {
      name: 'clientId',
      type: 'text',
      label: 'Client ID',
      isRequired: true,
      remedy: 'Write the client id that Bullhorn gave',
    },
    {
      name: 'clientSecret',
      type: 'secret',
      label: 'Client secret',
      isRequired: true,
      remedy: 'Write the client secret that Bullhorn gave',
    },
    {
      name: 'ownerId',
      type: 'id',
      label: 'Job owner ID',
      hint: 'A user ID',
      isRequired: true,
      remedy: 'Write the id of the user who will own the jobs',
    },
    {
      name: 'contactId',
      type: 'id',
      label: 'Job contact ID',
      hint: 'A contact ID',
      isRequired: true,
      remedy: 'Write the id of the contact that jobs are filed under',
    },
  ],
};
