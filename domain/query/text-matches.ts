/**
 * Tells whether a text fits what is typed: `mercy*` begins with it, `*hospital` ends so, `mercy` holds it,
 * without regard to case. Nothing typed fits every text.
 */
export function textMatches(typed: string): (text: string) => boolean {
  const words = typed.trim().toLowerCase();
  const bare = words.replace(/^\*+|\*+$/g, '');
  if (bare === '') return () => true;
  const [before, after] = [words.startsWith('*'), words.endsWith('*')];
  return (text) => {
    const own = text.toLowerCase();
    if (before === after) return own.includes(bare);
    return after ? own.startsWith(bare) : own.endsWith(bare);
  };
}
