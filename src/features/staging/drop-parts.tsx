import { Button } from '@mantine/core';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import type { Staging } from './use-staging.ts';
import { looserQueries } from './views/looser-queries.ts';

/** More buttons than this are no help. */
const mostOffers = 5;

/** For a query without rows: which part to drop or to correct, and how many jobs that gives, most first. */
export function DropParts({ staging: { address, schema, whereOf, go } }: { staging: Staging }) {
  const offers = looserQueries(address.query, schema).map((offer) => ({ ...offer, where: whereOf(offer.query) }));
  const { answer, current } = useGridAnswer(offers, async (client, asked) => {
    const counts = await client.counts(asked.map(({ where }) => where));
    return asked.map(({ says, query }, i) => ({ says, query, count: counts[i] ?? 0 }));
  });
  if (!answer || !current) return null;
  const helpful = answer.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  if (helpful.length === 0) return <p>No jobs match even without any one of these parts.</p>;
  return (
    <>
      {helpful.slice(0, mostOffers).map(({ says, query, count }) => (
        <Button key={`${says} ${query}`} variant="default" size="xs" onClick={() => go({ query })}>
          {says}: {count.toLocaleString('en-US')} {count === 1 ? 'job' : 'jobs'}
        </Button>
      ))}
    </>
  );
}
