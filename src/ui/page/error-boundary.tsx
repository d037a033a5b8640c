import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import './page.css';

type Props = {
  children: ReactNode;
  /** The part that failed, as users call it. */
  what: string;
};
type State = { error: unknown };

/** Limits a bug to its area: the rest of the app stays usable, and unsent work is safe. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };
  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }
  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <Broken what={this.props.what} error={this.state.error} retry={() => this.setState({ error: null })} />;
  }
}

/** Says what happened, what is safe and what to do. The user can copy the details for support. */
export function Broken({ what, error, retry }: { what: string; error: unknown; retry: () => void }) {
  const details = [
    what,
    error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error),
    window.location.pathname,
    navigator.userAgent,
  ].join('\n');
  return (
    <div className="broken" role="alert">
      <h1>{what} could not be displayed</h1>
      <p>Something went wrong in Jobdock. Your work is saved on this device and nothing was sent twice.</p>
      <div className="broken-actions">
        <Button onClick={retry}>Try again</Button>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(details)}>
          Copy details for support
        </Button>
      </div>
      <details>
        <summary>Details</summary>
        <pre>{details}</pre>
      </details>
    </div>
  );
}
