import { Button } from '@mantine/core';
import type { WorseVersion } from '#contract/ai/measurements.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

type Props = {
  readonly worse: WorseVersion;
  /** Puts the version into production all the same. */
  readonly onAccept: () => void;
  readonly onClose: () => void;
};

/** Asks before a version that is worse on test rows goes to production, with the rows that it loses. */
export function WorseVersionDialog({ worse: { message, comparisons }, onAccept, onClose }: Props) {
  return (
    <Dialog title="This version is worse" size={720} dirty={false} onClose={onClose}>
      {(close) => (
        <div className="ai-measured">
          <p role="alert">{message}</p>
          {comparisons.map(({ customerId, customer, lost, lostRows }) => (
            <section key={customerId} aria-label={`Rows that it loses for ${customer}`}>
              <h3>
                {lost === 1 ? 'The row' : `The ${lost} rows`} that it loses for {customer}
              </h3>
              <ul className="ai-lost-rows" tabIndex={0} aria-label={`Lost rows of ${customer}`}>
                {lostRows.map(({ rowId, description }) => (
                  <li key={rowId}>{description}</li>
                ))}
              </ul>
              {lost > lostRows.length && <p className="muted">The first {lostRows.length} are shown.</p>}
            </section>
          ))}
          <div className="form-actions">
            <Button onClick={close}>Keep the version in production</Button>
            <OnlineButton
              variant="default"
              onClick={() => {
                onAccept();
                onClose();
              }}
            >
              Put into production anyway
            </OnlineButton>
          </div>
        </div>
      )}
    </Dialog>
  );
}
