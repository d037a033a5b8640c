import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A figure that opens its rows. Plain text for a person who may not see them, and where there are none. */
export const RowsLink = ({
  to,
  opens,
  className,
  children,
}: {
  to: string;
  opens: boolean;
  className?: string | undefined;
  children: ReactNode;
}) =>
  opens ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
