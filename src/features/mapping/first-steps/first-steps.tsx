import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { WhoCanGive } from '#src/entities/access/who-can.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The next step of a user who may map, or who can allow it. */
export function StartMapping() {
  const { may } = useSession();
  if (!may('map.facility')) return <WhoCanGive right="map.facility" />;
  return (
    <Button component={Link} to={pathTo('/mapfacility/:pg?/:target?/:source?/:fname?')}>
      Map facilities
    </Button>
  );
}

/** Of `/sources`. A file or a task creates the first source, or a person with the right. */
export const NoSources = () => (
  <EmptyState kind="first-use" title="No sources yet">
    <p>A source is a VMS that jobs come from. The first task or upload that names it creates it.</p>
    <FirstSource />
  </EmptyState>
);

function FirstSource() {
  const { may } = useSession();
  const [uploads, collects] = [may('uploads.write'), may('tasks.write')];
  if (!uploads && !collects) return <WhoCanGive right="uploads.write" />;
  return (
    <span className="empty-actions">
      {uploads && (
        <Button component={Link} to={pathTo('/jobupload')}>
          Upload jobs
        </Button>
      )}
      {collects && (
        <Button component={Link} variant="default" to={pathTo('/addtask')}>
          Add task
        </Button>
      )}
    </span>
  );
}

/** `add`: the button of those who may add one. Others map to their own clients. */
export function NoFacilities({ add }: { add: ReactNode }) {
  const { may } = useSession();
  return (
    <EmptyState kind="first-use" title="No shared facilities yet">
      <p>All customers can add a shared facility to their clients without typing its address.</p>
      {add || <p>Jobdock staff add shared facilities. Until then, map to your own clients.</p>}
      {!add && may('map.facility') && (
        <Button component={Link} to={pathTo('/mapfacility/:pg?/:target?/:source?/:fname?')}>
          Map facilities
        </Button>
      )}
    </EmptyState>
  );
}

/** `add`: the button of those who may add one. */
export const NoShifts = ({ of, add }: { of: string; add: ReactNode }) => (
  <EmptyState kind="first-use" title={`No shifts of ${of} yet`}>
    <p>Vendor shifts are mapped to these shifts. Shifts of the ATS are read from it; others are added here.</p>
    {add || <WhoCanGive right="lists.write" />}
  </EmptyState>
);
