/**
 * Builds a test for what a person typed: `mercy*` means starts with, `*hospital` ends with, `mercy` contains, without regard to
 * case. Blank matches every text.
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
