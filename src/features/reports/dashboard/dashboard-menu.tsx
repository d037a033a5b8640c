import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { useOffline } from '#src/ui/connection/connection.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** What the dashboard offers to do with all of the data. */
export function DashboardMenu() {
  const { customer } = useSession();
  const navigate = useNavigate();
  const offline = useOffline();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={offline} onClick={() => void navigate(pathTo('/export/:id', { id: customer.id }))}>
          {offline ? 'Request export (online only)' : 'Request export…'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
