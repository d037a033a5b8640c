import { columnName, excelTime, formats, widthsOf } from './excel-sheets.ts';
import type { SheetCell, SheetType } from './sheet-data.ts';

/** Most characters of one cell in Excel. */
export const mostCellText = 32_767;

/** Places of the styles in `styles.xml`. */
const styles = { plain: 0, bold: 1, money: 2, date: 3, instant: 4 } as const;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/**
 * Text inside XML. Characters that XML does not have are written as Excel writes them (`_x0001_`), and a text that looks like that stays
 * as it is.
 */
const xmlText = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/\p{Cc}|[\uFFFE\uFFFF]/gu, escapedCode)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A control character as Excel writes it. XML has tabs, line feeds and the control characters from U+007F on. */
function escapedCode(one: string): string {
  const code = one.charCodeAt(0);
  const isInXml = one === '\t' || one === '\n' || (code >= 0x7f && code < 0xfffe);
  return isInXml ? one : `_x${code.toString(16).padStart(4, '0').toUpperCase()}_`;
}

const sheetPath = (at: number): string => `worksheets/sheet${at + 1}.xml`;

/** The files of an Excel workbook beside its sheets: path and content. Names of sheets have at most 31 characters. */
export const workbookFiles = (names: readonly string[]): [path: string, content: string][] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${names.map((_, at) => `<Override PartName="/xl/${sheetPath(at)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packages}/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="${sheetPath(at)}"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', styleSheet()],
];

/** The path of a sheet in the file; the first has 0. */
export const pathOfSheet = (at: number): string => `xl/${sheetPath(at)}`;

function styleSheet(): string {
  const formatIds = { money: 164, date: 165, instant: 166 };
  const kinds = ['money', 'date', 'instant'] as const;
  const font = '<sz val="11"/><name val="Calibri"/>';
  return `${head}<styleSheet xmlns="${main}"><numFmts count="3">${kinds.map((kind) => `<numFmt numFmtId="${formatIds[kind]}" formatCode="${formats[kind]}"/>`).join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>${kinds.map((kind) => `<xf xfId="0" numFmtId="${formatIds[kind]}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
}

/** The beginning of a sheet: a header that stays in sight, and widths from the first rows. */
export function sheetStart(labels: readonly string[], rows: readonly (readonly SheetCell[])[]): string {
  const widths = widthsOf(labels, rows).map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, labels, [], 'bold')}`;
}

/** The end of a sheet with the filters of its header. `rows` without the header. */
export const sheetEnd = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns)}${rows + 1}"/></worksheet>`;

/** One row of a sheet; the header is row 1. Text stays text, so Excel runs none of it. A text is cut at `mostCellText`. */
export function rowXml(
  place: number,
  cells: readonly SheetCell[],
  types: readonly SheetType[],
  textStyle: 'plain' | 'bold' = 'plain',
): string {
  const written = cells.map((cell, i) => cellXml(`${columnName(i + 1)}${place}`, cell, types[i] ?? 'plain', textStyle));
  return `<row r="${place}">${written.join('')}</row>`;
}

function cellXml(ref: string, cell: SheetCell, type: SheetType, textStyle: 'plain' | 'bold'): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return '';
    return type === 'money' ? `<c r="${ref}" s="${styles.money}"><v>${cell}</v></c>` : `<c r="${ref}"><v>${cell}</v></c>`;
  }
  const time = type === 'date' || type === 'instant' ? excelTime(cell) : null;
  if (time !== null && (type === 'date' || type === 'instant')) return `<c r="${ref}" s="${styles[type]}"><v>${time}</v></c>`;
  const style = textStyle === 'bold' ? ` s="${styles.bold}"` : '';
  return `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.slice(0, mostCellText))}</t></is></c>`;
}
