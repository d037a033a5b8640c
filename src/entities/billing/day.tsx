import { useFormat } from '#src/ui/format/use-format.tsx';

/** A day in the format of the user. */
export function Day({ on }: { on: string | null }) {
  const { localDate } = useFormat();
  return <span className="nowrap">{localDate(on)}</span>;
}
