import { Recipe } from '#contract/collecting/recipe.ts';

/** How the jobs of the demo's portal are read. */
export const demoPortalRecipe: Recipe = Recipe.parse({
  signIn: {
    page: '/portal/login',
    username: 'input[name=UserId]',
    password: 'input[name=Passcode]',
    orgKey: 'input[name=Agency]',
    worked: { at: "a[href='/portal/logout']" },
    refused: [{ at: '.error', text: 'not right' }],
    expired: [{ at: '.error', text: 'has expired' }],
  },
  list: {
    page: '/portal/jobs',
    rows: { kind: 'table', at: '#orders', columns: ['Order Number', 'Facility', 'City', 'State'] },
    empty: { at: '#orders td', text: 'No orders match' },
    paging: { kind: 'next', link: '.pages a[rel=next]' },
    link: 'td:first-child a[href]',
  },
  detail: {
    labels: 'dl.order dt',
    values: { description: { at: '.text' } },
    required: ['Specialty', 'Bill Rate', 'description'],
  },
});
