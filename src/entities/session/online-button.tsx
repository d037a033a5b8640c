import { Button, type ButtonProps } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useOffline } from '#src/ui/connection/connection.ts';

/** Why a form saved by the service cannot be saved now; undefined when it can. */
export const useBlocked = (): string | undefined =>
  useOffline() ? 'Saving needs a connection. What you wrote stays here.' : undefined;

type Props = Omit<ButtonProps, 'children'> & { children: string; onClick: () => void };

/** A button for an action that needs the service. Offline, it says so instead of failing. */
export function OnlineButton({ children, disabled, ...button }: Props) {
  const offline = useOffline();
  if (!offline)
    return (
      <Button {...button} disabled={disabled ?? false}>
        {children}
      </Button>
    );
  return (
    <Button {...button} disabled leftSection={<IconCloudOff size={16} aria-hidden />}>
      {children} (online only)
    </Button>
  );
}
