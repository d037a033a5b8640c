import './page.css';

/** Stands where a line of text will, as high as that text, so that nothing moves when it comes. */
export const Skeleton = ({ width }: { width: string }) => (
  <span className="bone" style={{ width }} aria-hidden="true">
    {'\u00a0'}
  </span>
);
