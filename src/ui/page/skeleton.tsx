import './page.css';

/** A placeholder for a line of text, with the height of that text, so that nothing moves when the text arrives. */
export const Skeleton = ({ width }: { width: string }) => (
  <span className="bone" style={{ width }} aria-hidden="true">
    {'\u00a0'}
  </span>
);
