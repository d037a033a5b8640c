import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { firstStepsShown } from '#src/entities/session/first-steps-shown.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Keys } from '#src/ui/hotkeys/keys.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import type { HelpTopic } from '#src/ui/screen/help-topic.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { usePlace } from '../navigation/use-place.ts';
import { findHelp, topicsFor } from './find-help.ts';
import { helpTopics } from './help-topics.ts';
import { ShortcutList } from './shortcut-list.tsx';
import './help.css';

type Props = { about: string; onClose: () => void };

/** The topic of the current screen and its shortcuts; with words in the search, what matches them in all topics. */
export function HelpContent({ about, onClose }: Props) {
  const [typed, setTyped] = useState(about);
  const { open, screen } = usePlace();
  const topics = topicsFor(helpTopics, (id) => open.some((one) => one.id === id));
  const here = topics.find(({ screens }) => screen !== undefined && screens.includes(screen.id));
  const found = typed.trim() === '' ? null : findHelp(topics, typed);
  return (
    <div className="help">
      <TextInput
        aria-label="Search help"
        placeholder="Search: how do I hold a job"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {found ? (
        <div aria-live="polite">
          {found.length === 0 && <p className="muted">No topic matches. Try fewer words, or the name of a screen.</p>}
          {found.map((topic) => (
            <Topic key={topic.title} topic={topic} />
          ))}
        </div>
      ) : (
        <>
          {here && <Topic topic={here} />}
          <OtherTopics topics={topics.filter((topic) => topic !== here)} onChoose={setTyped} />
        </>
      )}
      <ShortcutList typed={typed} />
      <footer>
        <p className="muted">
          Single-key shortcuts are off while you type. You can turn them off in{' '}
          <Link to={pathTo('/preferences')} onClick={onClose}>
            Preferences
          </Link>
          .
        </p>
        <ShowFirstSteps onClose={onClose} />
      </footer>
    </div>
  );
}

const Topic = ({ topic: { title, about, how } }: { topic: HelpTopic }) => (
  <section className="help-topic">
    <h3>{title}</h3>
    <p className="muted">{about}</p>
    <dl>
      {how.map(({ ask, answer, keys }) => (
        <div key={ask}>
          <dt>
            {ask} {keys && <Keys of={keys} />}
          </dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** Choosing one searches for its title. */
const OtherTopics = ({ topics, onChoose }: { topics: readonly HelpTopic[]; onChoose: (title: string) => void }) => (
  <nav className="help-others" aria-label="All topics">
    {topics.map(({ title }) => (
      <Button key={title} variant="default" size="compact-sm" onClick={() => onChoose(title)}>
        {title}
      </Button>
    ))}
  </nav>
);

/** The way back to first steps that were hidden. */
function ShowFirstSteps({ onClose }: { onClose: () => void }) {
  const { customer } = useSession();
  const navigate = useNavigate();
  const [shown, setShown] = useSetting(firstStepsShown);
  if (shown[customer.id] !== 'hidden') return null;
  const show = () => {
    setShown({ ...shown, [customer.id]: 'started' });
    onClose();
    void navigate(pathTo('/dashboard'));
  };
  return (
    <Button variant="default" size="xs" onClick={show}>
      Show first steps
    </Button>
  );
}
