import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { ChartOpens, DrawnChart } from '#domain/reports/charts/drawn-chart.ts';
import { ChartTable } from './chart-table.tsx';

const hrefOf = (opens: ChartOpens) =>
  opens === null ? null : 'to' in opens ? opens.to : `/report?${new URLSearchParams(opens.filters).toString()}`;

const drawn: DrawnChart = {
  kind: 'stacked',
  head: 'Task',
  columns: ['Open', 'Canceled'],
  bars: [
    {
      key: 'a',
      name: 'Medloop',
      note: 'North',
      rows: 1,
      figure: 1205,
      words: '1,204 open, 1 canceled',
      mark: null,
      opens: { filters: { task: 'Medloop' } },
      parts: [],
      cells: [
        { text: '1,204', opens: { to: '/staging?q=a' } },
        { text: '1', opens: null },
      ],
    },
  ],
  rest: null,
  none: null,
  most: 1205,
};

test('the table of a chart has its bars with the same figures, which open the same rows', () => {
  const table = createElement(ChartTable, { drawn, label: 'Jobs by status as a table', hrefOf });
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, table));
  expect([...html.matchAll(/<th scope="col">([^<]+)/g)].map(([, text]) => text)).toEqual(['Task', 'Open', 'Canceled']);
  expect([...html.matchAll(/href="([^"]+)"[^>]*>([^<]+)/g)].map(([, to, text]) => [text, to])).toEqual([
    ['Medloop', '/report?task=Medloop'],
    ['1,204', '/staging?q=a'],
  ]);
  expect(html).toContain('<td>1</td>');
  expect(html).toMatch(/role="region" aria-label="Jobs by status as a table"/);
});
