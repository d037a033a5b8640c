import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CrawlerRow } from '#contract/rows/rows.ts';
import { textMatches } from '#domain/query/text-matches.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

type Props = { crawlers: readonly CrawlerRow[]; chosen: CrawlerRow | undefined; onChoose: (crawler: CrawlerRow) => void };

/** The vendor systems that a new task can collect from, found by a part of their name, site or description. */
export function SourceStep({ crawlers, chosen, onChoose }: Props) {
  const names = useFieldNames();
  const { administrator } = useSession();
  const [search, setSearch] = useState('');
  const fits = textMatches(search);
  const found = crawlers.filter(({ name, site, about }) => fits(`${name} ${site} ${about}`));
  const [first] = found;
  return (
    <>
      <TextInput
        type="search"
        label="Find a source"
        placeholder="Name or site"
        leftSection={<IconSearch size={16} aria-hidden />}
        data-path="crawlerId"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter chooses what is found first; the next Enter goes on.
          if (event.key !== 'Enter' || !first || (chosen && found.includes(chosen))) return;
          event.preventDefault();
          onChoose(first);
        }}
      />
      <span className="visually-hidden" role="status">
        {counted(found.length, 'source')}
      </span>
      {found.length === 0 && <p className="muted">No source matches. Ask Jobdock support to connect your vendor.</p>}
      <fieldset className="source-choices">
        <legend className="visually-hidden">{names.many('source', 'Sources')}</legend>
        {found.map((crawler) => (
          <label key={crawler.id} className="source-choice">
            <input type="radio" name="crawler" checked={crawler.id === chosen?.id} onChange={() => onChoose(crawler)} />
            <span className="source-name">{crawler.name}</span>
            {crawler.site !== crawler.name && <span className="muted">{crawler.site}</span>}
            {crawler.about !== '' && <span className="source-about muted">{crawler.about}</span>}
          </label>
        ))}
      </fieldset>
      {administrator && (
        <p className="muted">
          A source that is hidden from new tasks is in{' '}
          <Link to={pathTo('/edittask/:id/:c?', { id: 0 })}>the form with all sources</Link>.
        </p>
      )}
    </>
  );
}
