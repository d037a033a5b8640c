import { Button, TextInput } from '@mantine/core';
import { toast } from '#src/ui/toast/toasts.tsx';

type Props = { readonly label: string; readonly hint: string; readonly address: string };

/** A text that people enter in another system, with a button that copies it. */
export function CopiedAddress({ label, hint, address }: Props) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast.success({ title: `${label} copied` });
  };
  return (
    <TextInput
      readOnly
      label={label}
      description={hint}
      classNames={{ input: 'mono' }}
      value={address}
      onFocus={(event) => event.currentTarget.select()}
      rightSectionWidth={76}
      rightSection={
        <Button variant="subtle" size="compact-sm" aria-label={`Copy ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      }
    />
  );
}
