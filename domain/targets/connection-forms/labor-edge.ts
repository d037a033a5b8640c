import type { ConnectionForm } from '../connection-form.ts';

export const laborEdgeForm: ConnectionForm = {
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'Nexus address',
      hint: 'https://api-nexus.laboredge.com',
      isRequired: true,
      remedy: 'Write the address of Nexus, such as https://api-nexus.laboredge.com',
    },
    { name: 'username', type: 'text', label: 'API user', isRequired: true, remedy: 'Write the name of the API user' },
    { name: 'password', type: 'secret', label: 'Password', isRequired: true, remedy: 'Write the password of the API user' },
    {
      name: 'organizationCode',
      type: 'text',
      label: 'Organization code',
      isRequired: true,
      remedy: 'Write the organization code that LaborEdge gave',
    },
    {
      name: 'clientSecret',
      type: 'secret',
      label: 'Client key',
      hint: 'The text after “Basic” that LaborEdge gave',
      isRequired: true,
      remedy: 'Write the client key that LaborEdge gave',
    },
  ],
};
