import type { ConnectionForm } from '../connection-form.ts';

export const travelNurseForm: ConnectionForm = {
  fields: [
    {
      name: 'loginInfoUrl',
      type: 'url',
      label: 'API address',
      hint: 'https://www.travelnursesource.com/api/v2.0, or that of a sister site',
      isRequired: true,
      remedy: 'Write the address of the API, such as https://www.travelnursesource.com/api/v2.0',
    },
    {
      name: 'password',
      type: 'secret',
      label: 'API key',
      isRequired: true,
      remedy: 'Write the API key, which the site shows in its agency pages',
    },
  ],
};
