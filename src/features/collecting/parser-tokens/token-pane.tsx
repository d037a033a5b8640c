import { Button } from '@mantine/core';
import type { DocumentReading } from '#contract/collecting/parsed-document.ts';
import { listParserTokens, removeParserToken, type TokenRow } from '#contract/collecting/parser-tokens.ts';
import { listParsers, readParserSample } from '#contract/collecting/parsers.ts';
import { feedFieldLabel } from '#src/entities/collect/feed-fields.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import type { Editor } from '#src/ui/dialog/use-editor.tsx';
import { isTrigger, looksFor, newToken, tokenOfProposal } from './token.ts';

type Props = { parserId: number; tokens: readonly TokenRow[]; reading: DocumentReading | null; editor: Editor<TokenRow> };

/** The tokens of the parser in their order, and labels of the sample that could become tokens. */
export function TokenPane({ parserId, tokens, reading, editor }: Props) {
  const remove = useDo(removeParserToken, {
    args: ({ id }: TokenRow) => ({ id }),
    said: ({ number }) => ({ title: `Token ${number} removed` }),
    failed: 'Token not removed',
    refreshes: [listParserTokens, listParsers, readParserSample],
  });
  const names = useFieldNames();
  const read = new Set(tokens.map(({ target }) => target));
  const proposals = (reading?.proposals ?? []).filter(({ field }) => !read.has(field));
  return (
    <>
      <div className="token-add">{editor.add('Add token', newToken(parserId, tokens))}</div>
      <ol className="token-list" aria-label="Tokens">
        {tokens.map((token) => (
          <li key={token.id}>
            <span className="token-number">{token.number}</span>
            <span>
              {isTrigger(token) ? 'Trigger' : token.target ? feedFieldLabel(token.target, names) : 'No field'}
              {looksFor(token) !== '' && `: ${looksFor(token)}`}
              {token.ruleId !== null && <span className="muted"> rule {token.ruleId}</span>}
            </span>
            <RowActions
              row={token}
              name={`token ${token.number}`}
              actions={[editor.action('Edit'), { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }]}
            />
          </li>
        ))}
      </ol>
      {proposals.length > 0 && (
        <section aria-label="Labels in the sample">
          <h3>Labels in the sample</h3>
          <div className="token-proposals">
            {proposals.map((proposal) => (
              <Button
                key={proposal.field}
                variant="default"
                size="xs"
                onClick={() => editor.open(tokenOfProposal(parserId, tokens, proposal))}
              >
                {feedFieldLabel(proposal.field, names)}: {proposal.label}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

const removal = ({ number }: TokenRow) =>
  ({
    title: `Remove token ${number}?`,
    body: 'It cannot be restored. Tokens that name it as their next one go on at the following one.',
    choices: { go: { words: 'Remove token', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
