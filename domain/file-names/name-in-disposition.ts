/**
 * The file name in a `content-disposition` header, as it was sent; null without one. The UTF-8 form (RFC 6266) takes precedence; one
 * that is damaged counts as absent.
 */
export function nameInDisposition(header: string | null | undefined): string | null {
  const [, extended] = /filename\*\s{0,9}=\s{0,9}utf-8''([^;]{1,500})/i.exec(header ?? '') ?? [];
  const [, quoted, plain] = /filename\s{0,9}=\s{0,9}(?:"([^"]{1,500})"|([^;\s]{1,500}))/i.exec(header ?? '') ?? [];
  const given = quoted ?? plain ?? null;
  if (extended === undefined) return given;
  try {
    return decodeURIComponent(extended);
  } catch {
    return given;
  }
}
