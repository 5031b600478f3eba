/** A place as a location field stores it, or a part of it: degrees in WGS-84. */
export interface GeoPoint {
  lng?: number;
  lat?: number;
  address?: string;
}

const degrees = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
/** The geographic point in a value of any type: its known parts. */
export function geoPointOf(value: unknown): GeoPoint {
  if (typeof value === 'string' && value !== '') return { address: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { lng, lat, address } = value as Record<string, unknown>;
  const east = degrees(lng);
  const north = degrees(lat);
  return {
    ...(east !== undefined && { lng: east }),
    ...(north !== undefined && { lat: north }),
    ...(typeof address === 'string' && address !== '' && { address }),
  };
}
const pointText = ({ lng, lat }: GeoPoint): string =>
  lng === undefined || lat === undefined ? '' : `${lng}, ${lat}`;
export const geoPointText = (place: GeoPoint): string =>
  [place.address, place.address && pointText(place) ? `（${pointText(place)}）` : pointText(place)]
    .filter(Boolean)
    .join('');

/**
 * Where a map shows the place (Amap's address for other sites, which takes WGS-84); undefined while
 * a degree is missing or none on earth.
 */
export function mapLink({ lng, lat, address }: GeoPoint): string | undefined {
  if (lng === undefined || lat === undefined || Math.abs(lng) > 180 || Math.abs(lat) > 90)
    return undefined;
  const query = new URLSearchParams({
    position: `${lng},${lat}`,
    name: address ?? '位置',
    coordinate: 'wgs84',
  });
  return `https://uri.amap.com/marker?${query.toString()}`;
}
