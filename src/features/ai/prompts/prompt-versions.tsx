import { Button } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useState } from 'react';
import type { AiPrompt, AiPromptVersion } from '#contract/ai/prompts.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { usePromotion } from './use-promotion.ts';
import { WorseVersionDialog } from './worse-version-dialog.tsx';

type Props = {
  readonly of: AiPrompt;
  readonly versions: readonly AiPromptVersion[];
  /** Puts a version into the form, to change it from there. */
  readonly onTake: (version: AiPromptVersion) => void;
};

/** Every saved version: who, when and what. One of them is in production; another takes its place in one click. */
export function PromptVersions({ of, versions, onTake }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const { promote, asked, forget } = usePromotion(of.id);
  return (
    <>
      {asked && (
        <WorseVersionDialog
          worse={asked.worse}
          onAccept={() => void promote(asked.version, asked.worse.token)}
          onClose={forget}
        />
      )}
      <ol className="prompt-versions">
        {versions.map((one) => {
          const { version, by, at, note } = one;
          const isLive = version === of.production;
          const before = versions.find((each) => each.version === version - 1);
          return (
            <li key={version}>
              <div className="prompt-version">
                <strong>Version {version}</strong>
                {isLive && <StateBadge tone="good">In production</StateBadge>}
                <span className="muted">{by}</span> <Ago at={at} />
              </div>
              {note !== '' && <span className="prompt-words">“{note}”</span>}
              <div className="prompt-actions">
                {!isLive && (
                  <OnlineButton size="xs" variant="default" onClick={() => void promote(version)}>
                    Put into production
                  </OnlineButton>
                )}
                <Button size="xs" variant="subtle" onClick={() => onTake(one)}>
                  Take into the form
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-expanded={open === version}
                  onClick={() => setOpen(open === version ? null : version)}
                >
                  {before ? 'Changes' : 'Text'}
                </Button>
              </div>
              {open === version && <Changes one={one} before={before} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The words of a version, with those that came and went since the one before it. */
function Changes({ one, before }: { readonly one: AiPromptVersion; readonly before: AiPromptVersion | undefined }) {
  const parts = before ? diffWordsWithSpace(before.prompt, one.prompt) : [{ value: one.prompt, added: false, removed: false }];
  const settings = before ? settingsChanged(before, one) : [];
  const isSame = before !== undefined && before.prompt === one.prompt;
  return (
    <>
      {settings.length > 0 && <p className="muted">{settings.join(' · ')}</p>}
      {isSame ? (
        <p className="muted">The text is the same as in version {before.version}.</p>
      ) : (
        <pre className="prompt-diff" tabIndex={0} aria-label={`Text of version ${one.version}`}>
          {parts.map(({ value, added, removed }, i) => {
            const Part = added ? 'ins' : removed ? 'del' : 'span';
            // A part has no identity but its place.
            return <Part key={`${i}-${value.length}`}>{value}</Part>;
          })}
        </pre>
      )}
    </>
  );
}

const shown = (value: string | number | boolean | null | readonly string[]): string =>
  value === null || value === '' ? 'none' : typeof value === 'object' ? value.join(', ') : String(value);

const labels = {
  description: 'Description',
  temperature: 'Temperature',
  format: 'Format',
  minRequestLength: 'Shortest text',
  resultProperties: 'Result properties',
  modelId: 'Model',
  engineId: 'Engine',
} as const;

/** What changed besides the text, one phrase a setting. */
const settingsChanged = (before: AiPromptVersion, one: AiPromptVersion): string[] =>
  (Object.keys(labels) as (keyof typeof labels)[]).flatMap((key) => {
    if (shown(before[key]) === shown(one[key])) return [];
    const ids = key === 'modelId' || key === 'engineId';
    return [ids ? `${labels[key]} changed` : `${labels[key]}: ${shown(before[key])} → ${shown(one[key])}`];
  });
