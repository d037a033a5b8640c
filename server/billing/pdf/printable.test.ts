import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { unprintable, unprintableWords } from '#domain/billing/printable.ts';

const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as { Roboto: { normal: string; bold: string } };

/** The code points that a TrueType font has letters for: its character map in format 4 (OpenType specification, cmap). */
function lettersOf(file: string): ReadonlySet<number> {
  const font = readFileSync(file);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const cmap = font.readUInt32BE(entry + 8);
  const maps = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, at) => cmap + font.readUInt32BE(cmap + 8 + 8 * at));
  const map = maps.find((at) => font.readUInt16BE(at) === 4) ?? 0;
  const segments = font.readUInt16BE(map + 6) / 2;
  const letters = new Set<number>();
  for (let segment = 0; segment < segments; segment++) {
    const place = (column: number, gap: number) => map + 14 + gap + 2 * (column * segments + segment);
    const [end, start] = [font.readUInt16BE(place(0, 0)), font.readUInt16BE(place(1, 2))];
    const [delta, offset] = [font.readInt16BE(place(2, 2)), font.readUInt16BE(place(3, 2))];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? (code + delta) & 0xffff : font.readUInt16BE(place(3, 2) + offset + 2 * (code - start));
      if (glyph !== 0) letters.add(code);
    }
  }
  return letters;
}

test.each(Object.entries({ normal: fonts.Roboto.normal, bold: fonts.Roboto.bold }))(
  'each letter that is printed is in the %s font',
  (_name, file) => {
    const letters = lettersOf(file);
    const printed = Array.from({ length: 0x2fff }, (_, code) => code).filter(
      (code) => code > 0x1f && unprintable(String.fromCodePoint(code)).length === 0,
    );
    expect(printed.length).toBeGreaterThan(700);
    // Letters that are composed first are looked up as they are printed.
    const missing = printed.filter(
      (code) => !Array.from(String.fromCodePoint(code).normalize('NFC')).every((one) => letters.has(one.codePointAt(0) ?? 0)),
    );
    expect(missing.map((code) => code.toString(16))).toEqual([]);
  },
);

test('Latin, Greek and Cyrillic are printed; other scripts are named by their letters, each once', () => {
  expect(unprintable('Šťastný Øre', 'Ωμέγα', 'Ёлка ї', 'Nguyễn', 'e\u0301', '“€ 5” – 7')).toEqual([]);
  expect(unprintable('北方 北', 'مستشفى')).toEqual(['北', '方', 'م', 'س', 'ت', 'ش', 'ف', 'ى']);
  expect(unprintableWords('The name', 'Hospital')).toBeNull();
  expect(unprintableWords('The name', '病院の 人手 会社')).toBe(
    'The name has letters that an invoice cannot print: 病 院 の 人 手 …. Write it in Latin, Greek or Cyrillic letters.',
  );
});
