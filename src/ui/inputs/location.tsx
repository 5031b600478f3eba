import { useState } from 'react';
import { MAX_TEXT } from '../../contract/index.ts';
import { geoPointOf, mapLink, geoPointText, type GeoPoint } from '../../values/index.ts';
import { Icon } from '../icons/icons.tsx';
import { ariaPropsOf, labelId, portsOf, type InputProps } from '../fields/input-props.ts';
import { NumberInput } from './number.tsx';
import { boxClass } from './text.tsx';
import styles from './location.module.css';

/** Stored decimals of a degree: six are a tenth of a metre. */
const DECIMALS = 6;
const WAIT_MS = 15_000;
const REASONS: Record<number, string> = {
  1: '没有定位权限，请在浏览器设置中允许本站使用位置，或手动填写',
  2: '暂时无法确定位置，请手动填写',
  3: '定位超时，请重试或手动填写',
};
const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** Asks the browser where it is. Rejects with a sentence for people. */
function whereAmI(): Promise<{ lng: number; lat: number }> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new Error('此浏览器不支持定位，请手动填写'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: round(coords.longitude), lat: round(coords.latitude) }),
      (failure) => reject(new Error(REASONS[failure.code] ?? REASONS[2])),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: 0 },
    );
  });
}

/** Fills in the browser's position; `said` is the result as a sentence. */
function useLocating(write: (position: { lng: number; lat: number }) => void) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const locate = async () => {
    setAsking(true);
    setSaid('');
    try {
      write(await whereAmI());
      setSaid('已填入当前位置');
    } catch (failure) {
      setSaid((failure as Error).message);
    } finally {
      setAsking(false);
    }
  };
  return { asking, said, locate };
}

type Write = (change: Partial<Record<keyof GeoPoint, unknown>>) => void;
interface PartProps {
  props: InputProps;
  place: GeoPoint;
  write: Write;
}

function Degrees({ props, place, write, name }: PartProps & { name: 'lng' | 'lat' }) {
  const label = name === 'lng' ? '经度' : '纬度';
  return (
    <NumberInput
      {...props}
      hideLabel
      id={name === 'lng' ? props.id : `${props.id}-lat`}
      htmlName={`${props.name ?? props.id}.${name}`}
      label={`${props.label}：${label}`}
      placeholder={label}
      value={place[name]}
      options={{ numberKind: 'decimal', scale: undefined }}
      onChange={(value) => write({ [name]: value })}
      onBlur={() => props.onBlur(props.id, props.value)}
      autofocus={name === 'lng' && props.autofocus === true}
    />
  );
}

const Address = ({ props, place, write }: PartProps) => (
  <input
    id={`${props.id}-address`}
    name={`${props.name ?? props.id}.address`}
    aria-label={`${props.label}：地址`}
    aria-describedby={ariaPropsOf(props)['aria-describedby']}
    className={boxClass(props)}
    type="text"
    autoComplete="off"
    maxLength={MAX_TEXT}
    placeholder="地址"
    disabled={props.disabled}
    readOnly={props.readonly}
    value={place.address ?? ''}
    onChange={(event) => write({ address: event.target.value })}
    onBlur={() => props.onBlur(props.id, props.value)}
    onFocus={() => props.onFocus(props.id, props.value)}
  />
);

function LocateButton({ asking, onLocate }: { asking: boolean; onLocate(): void }) {
  return (
    <button type="button" className={styles.button} disabled={asking} onClick={onLocate}>
      <Icon name={asking ? 'loading' : 'location'} className={asking ? styles.spin : ''} />
      {asking ? '正在定位' : '定位'}
    </button>
  );
}

function MapButton({ props, place }: Omit<PartProps, 'write'>) {
  const link = mapLink(place);
  if (!link) return null;
  return (
    <button
      type="button"
      className={styles.link}
      title={geoPointText(place)}
      onClick={() => portsOf(props)?.open(link, 'window')}
    >
      <Icon name="launch" />
      在地图中查看
    </button>
  );
}

/**
 * A location: found by the browser or typed, with an address in words. Value {lng, lat, address?}
 * in WGS-84 degrees; a part alone is stored, so that the validator can ask for the rest.
 */
export function LocationInput(props: InputProps) {
  const place = geoPointOf(props.value);
  const locked = !!(props.disabled || props.readonly);
  const write: Write = (change) => {
    const given = Object.entries({ ...place, ...change }).filter(
      ([, value]) => value !== undefined && value !== '',
    );
    props.onChange(given.length === 0 ? props.options.emptyValue : Object.fromEntries(given));
  };
  const { asking, said, locate } = useLocating(write);
  const part = { props, place, write };
  return (
    <div
      role="group"
      aria-labelledby={props.hideLabel ? undefined : labelId(props.id)}
      aria-label={props.hideLabel ? props.label : undefined}
      className={styles.place}
    >
      <div className={styles.point}>
        <Degrees {...part} name="lng" />
        <Degrees {...part} name="lat" />
        {!locked && <LocateButton asking={asking} onLocate={() => void locate()} />}
      </div>
      <Address {...part} />
      <div className={styles.foot}>
        <span role="status" className={styles.said}>
          {said || (locked ? '' : '定位取得坐标，地址请手动填写')}
        </span>
        <MapButton props={props} place={place} />
      </div>
    </div>
  );
}
