import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanFileName } from '../file-names/clean-file-name.ts';
import { attachmentLinks, linkKey, namesFiles } from './attachment-links.ts';
import { fileKind, offeredName } from './file-kind.ts';

describe('names of files', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\Unit profile.pdf', 'Unit profile.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\r\nc\u200B.pdf', 'abc.pdf'],
    ['..', 'attachment'],
    ['', 'attachment'],
    ['con.pdf', '_con.pdf'],
    ['a<b>:"c|d?*.txt', 'a_b___c_d__.txt'],
    ['.htaccess', 'htaccess'],
    ['Dienstplan für März.docx ', 'Dienstplan für März.docx'],
  ])('%j becomes %j', (given, clean) => {
    expect(cleanFileName(given)).toBe(clean);
  });

  test('any name becomes one that a system can store, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('', '.pdf', '.docx', '/', '\u202E'),
        (name, end) => {
          const clean = cleanFileName(name + end);
          expect(clean).toMatch(/^[^<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}]{1,120}$/u);
          expect(clean).not.toMatch(/^\.|[. ]$/);
          expect(cleanFileName(clean)).toBe(clean);
        },
      ),
    );
  });

  test('a long name keeps its ending', () => {
    const clean = cleanFileName(`${'x'.repeat(300)}.pdf`);
    expect([clean.length, clean.slice(-5)]).toEqual([120, 'x.pdf']);
  });
});

describe('kinds of files', () => {
  const kindOf = (name: string, content: string) => {
    const bytes = Buffer.from(content, 'latin1');
    return fileKind(name, bytes, (text) => bytes.includes(text, 0, 'latin1'));
  };
  test.each([
    ['a.pdf', '%PDF-1.7\n', 'PDF'],
    ['a.pdf', '\n\n%PDF-1.4', 'PDF'],
    ['a', '\x89PNG\r\n\x1a\n', 'PNG image'],
    ['a', '\xff\xd8\xff\xe0', 'JPEG image'],
    ['a', 'RIFF\x10\0\0\0WEBPVP8 ', 'WebP image'],
    ['a', 'PK\x03\x04....word/document.xml', 'Word document'],
    ['a', 'PK\x03\x04....xl/workbook.xml', 'Excel workbook'],
    ['a', 'PK\x03\x04....', 'ZIP archive'],
    ['a', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'Office 97 file'],
    ['a', '{\\rtf1', 'RTF document'],
    ['a', '<svg xmlns="x" onload="alert(1)">', 'SVG image'],
    ['a', ' <!DOCTYPE html><html>', 'Web page'],
    ['a', '<script>alert(1)</script>', 'Web page'],
    ['a', 'BEGIN:VCALENDAR\r\n', 'Calendar entry'],
    ['a', 'Shift,Rate\n7p,70', 'Text'],
    ['a', 'Z\xfcrich', 'Text'],
    ['a', '\0\x01\x02', 'Unknown'],
  ])('%s with %j is a %s', (name, content, label) => {
    expect(kindOf(name, content)).toMatchObject({ label });
    expect(kindOf(name, content).isProgram).toBeUndefined();
  });

  test.each([
    ['photo.jpg', 'MZ\x90\0'],
    ['run', '\x7fELF'],
    ['run', '#!/bin/sh'],
    ['Unit profile.pdf.js', 'alert(1)'],
    ['a.PS1', 'text'],
    ['a.lnk', 'L\0\0\0\x01\x14\x02\0'],
    ['a.jar', 'PK\x03\x04'],
  ])('%s with %j is a program', (name, content) => {
    expect(kindOf(name, content).isProgram).toBe(true);
  });

  test.each([
    ['rates.pdf', '%PDF-1.7', 'rates.pdf', null],
    ['rates.JPEG', '\xff\xd8\xff', 'rates.JPEG', null],
    ['rates', '%PDF-1.7', 'rates.pdf', null],
    ['rates.v2', '%PDF-1.7', 'rates.v2.pdf', null],
    ['rates.pdf', '<html>', 'rates.pdf.html', 'Its name says .pdf, but its content is “Web page”.'],
    ['rates.pdf', '\0\x01', 'rates.pdf.bin', 'Its name says .pdf, but its content is something else.'],
    ['rates.xyz', '\0\x01', 'rates.xyz', null],
  ])('%s with %j is offered as %s', (name, content, offered, words) => {
    expect(offeredName(name, kindOf(name, content))).toEqual({ name: offered, words });
  });
});

describe('links to files in a vendor’s record', () => {
  test.each(['attachments.0.url', 'Document URL', 'jobFile', 'attachment_1', 'Files'])('%s names files', (column) => {
    expect(namesFiles(column)).toBe(true);
  });
  test.each(['profileUrl', 'jobUrl', 'Documentation', 'Logo'])('%s does not', (column) => {
    expect(namesFiles(column)).toBe(false);
  });

  test('each web address counts once, and nothing else does', () => {
    expect(
      attachmentLinks({
        'attachments.0.url': 'https://x.test/a.pdf',
        'attachments.1.url': 'https://x.test/a.pdf',
        Documents: 'https://x.test/b.pdf, https://x.test/c(1).pdf;https://x.test/d.pdf Unit profile',
        files: 'javascript:alert(1) file:///etc/passwd ftp://x.test/e http://',
        logo: 'https://x.test/logo.png',
      }),
    ).toEqual(['https://x.test/a.pdf', 'https://x.test/b.pdf', 'https://x.test/c(1).pdf', 'https://x.test/d.pdf']);
    const many = Array.from({ length: 30 }, (_, i) => `https://x.test/${i}`).join(' ');
    expect(attachmentLinks({ files: many })).toHaveLength(10);
  });

  test('a signature that changes each time does not make another file', () => {
    expect(linkKey('https://x.test/a?sig=1&exp=2')).toBe(linkKey('https://x.test/a?sig=3'));
    expect(linkKey('https://x.test/get?id=1&sig=3')).not.toBe(linkKey('https://x.test/get?id=2&sig=3'));
  });
});
