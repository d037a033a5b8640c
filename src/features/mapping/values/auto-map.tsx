import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconWand } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import {
  autoMapFacilities,
  autoMapSpecialties,
  clearAutoMappedFacilities,
  refreshData,
  startMapRun,
} from '#contract/mapping/mapping-runs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { AiMapping } from '#src/entities/ai-mapping/ai-mapping.tsx';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Call } from '#src/sync/call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { useOffline } from '#src/ui/connection/connection.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { MapFrame } from './use-map-frame.ts';

const kindsOf = (kind: MapKind): MapKind[] => (kind === 'degree' || kind === 'specialty' ? ['degree', 'specialty'] : [kind]);
const kindNames: Record<MapKind, string> = {
  facility: 'facilities',
  degree: 'degrees and specialties',
  specialty: 'degrees and specialties',
  shift: 'shifts',
};

/** Starts or clears automatic mapping. The service does the work, and the tray shows its progress. */
export function AutoMap({ frame: { kind, target }, texts = [] }: { frame: MapFrame; texts?: readonly number[] }) {
  const call = useCall();
  const offline = useOffline();
  const cust = useSession().customer.id;
  const words = kindNames[kind];
  const go = async (action: Action) => {
    if (!(await agreed(action, words, target.name))) return;
    const answer = await start(call, action, kind, { targetId: target.id, cust });
    if (answer.ok) longWorkNews.begun();
    else toast.error({ title: messages.failedSupport, detail: errorMessage(answer.error) });
  };
  const more = offline ? ' (online only)' : '';
  const { asked, ask: askAi, close } = useAiQuestion(kind, target.id, texts);
  return (
    <>
      {asked && <AiMapping asked={asked} onClose={close} />}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconWand size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Automatic
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={offline} onClick={() => void go('automap')}>
            Map {words} automatically{more}
          </Menu.Item>
          <Menu.Item disabled={offline} onClick={() => void go('clear')}>
            Clear automatic mappings…{more}
          </Menu.Item>
          <Menu.Item disabled={offline} onClick={() => void go('suggest')}>
            Recompute suggestions…{more}
          </Menu.Item>
          {askAi && (
            <Menu.Item disabled={offline} onClick={() => void askAi()}>
              Ask AI about the first {Math.min(texts.length, askedAtOnce)}…{more}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item component={Link} to={pathTo('/mapruns')}>
            View mapping runs
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The most texts in one AI request. */
const askedAtOnce = 40;

/** The call takes jobs, so each text is sent as one job that uses it. `ask` is null without the right or without texts. */
function useAiQuestion(kind: MapKind, targetId: number, texts: readonly number[]) {
  const client = useGridClient();
  const { may } = useSession();
  const [asked, setAsked] = useState<ComponentProps<typeof AiMapping>['asked'] | null>(null);
  const ask = async () => {
    const about = texts.slice(0, askedAtOnce);
    const found = await Promise.all(about.map((id) => client.jobsWith(kind, id, 1)));
    const jobIds = [...new Set(found.flat().map((job) => job.id))];
    if (jobIds.length > 0) setAsked({ targetId, texts: about, jobIds });
    else toast.info({ title: 'No jobs use these values' });
  };
  const offered = may('map.ai') && texts.length > 0;
  return { asked, ask: offered ? ask : null, close: () => setAsked(null) };
}

type Action = 'automap' | 'clear' | 'suggest';
type Place = { targetId: number; cust: number };
const refreshModeOf = { facility: '1', degree: '2', specialty: '2', shift: '3' } as const;

function start(call: Call, action: Action, kind: MapKind, place: Place) {
  if (action === 'suggest') return call(refreshData, { ...place, mode: refreshModeOf[kind] });
  if (kind === 'facility') return call(action === 'automap' ? autoMapFacilities : clearAutoMappedFacilities, place);
  if (kind !== 'shift' && action === 'automap') return call(autoMapSpecialties, place);
  return call(startMapRun, { ...place, kind: action, kinds: kindsOf(kind) });
}

const questionOf = (action: Action, words: string, target: string) => {
  const questions = {
    automap: {
      title: `Map ${words} automatically?`,
      body: `Unmapped values with a confidence of 95% or higher are mapped to ${target}. This can take up to 30 minutes and runs in the background. You can undo the whole run.`,
      go: { words: `Map ${words}`, tone: 'primary' },
    },
    clear: {
      title: `Clear automatic mappings of ${words}?`,
      body: 'All automatic mappings are removed. Mappings made by people stay. You can undo the whole run.',
      go: { words: 'Clear mappings', tone: 'danger' },
    },
    suggest: {
      title: `Recompute suggestions of ${words}?`,
      body: `Each value that no person mapped gets the suggestion that fits best now, and automatic mappings follow it where it is certain enough. Mappings made by people stay. You can undo the whole run.`,
      go: { words: 'Recompute', tone: 'primary' },
    },
  } as const;
  return questions[action];
};

async function agreed(action: Action, words: string, target: string): Promise<boolean> {
  const { title, body, go } = questionOf(action, words, target);
  return (await ask({ title, body, choices: { go, keep: { words: 'Cancel' } }, safe: 'keep' })) === 'go';
}
