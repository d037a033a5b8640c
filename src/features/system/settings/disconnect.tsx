import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { ask } from '#src/ui/ask/ask.tsx';

type Props = {
  /** The system: “Slack”. */
  readonly name: string;
  /** What becomes of what was sent and what waits. */
  readonly effect: string;
  readonly remove: () => Promise<unknown>;
};

/** The button that disconnects a system, after a question. */
export function Disconnect({ name, effect, remove }: Props) {
  const run = async () => {
    const choice = await ask({
      title: `Disconnect ${name}?`,
      body: effect,
      choices: { remove: { words: `Disconnect ${name}`, tone: 'danger' }, keep: { words: 'Cancel' } },
      safe: 'keep',
    });
    if (choice === 'remove') await remove();
  };
  return (
    <OnlineButton variant="subtle" color="red" size="compact-sm" onClick={() => void run()}>
      {`Disconnect ${name}…`}
    </OnlineButton>
  );
}
