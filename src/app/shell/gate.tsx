// oxlint-disable-next-line no-restricted-imports -- it cannot be closed, so it drops nothing
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly opened: boolean; readonly title: string; readonly children: ReactNode };

/** A dialog over the app that cannot be closed, only answered. */
export const Gate = ({ opened, title, children }: Props) => (
  <Modal
    opened={opened}
    onClose={() => undefined}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    title={title}
    size={520}
  >
    {children}
  </Modal>
);
