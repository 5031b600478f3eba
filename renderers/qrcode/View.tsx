import { useMemo, useRef } from 'react';
import { encode } from 'uqr';
import type { WidgetViewProps } from '../../src/view/kit/index.ts';
import { choiceOf, numberOf, textOf } from '../../src/values/index.ts';
import { chrome, pictureOf, saveFile, valueOf } from '../../src/ui/parts/index.ts';
import { absoluteUrl } from '../../src/runtime/ports/index.ts';
import type { QrcodeProps } from './index.ts';
import styles from './View.module.css';

const LEVELS = ['L', 'M', 'Q', 'H'] as const;
/** Light modules around the code that scanners need. */
const BORDER = 2;

interface Code {
  size: number;
  path: string;
}
/** The dark modules as one path of runs; null when the text does not fit into any code. */
function codeOf(text: string, ecc: (typeof LEVELS)[number]): Code | null {
  try {
    const { data, size } = encode(text, { ecc, border: BORDER });
    const runs = data.flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return [];
        const end = row.indexOf(false, x);
        return [`M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`];
      }),
    );
    return { size, path: runs.join('') };
  } catch {
    return null;
  }
}

/** A text to be scanned. Dark on white in the dark theme too: scanners expect it. */
export default function QrcodeView({ node }: WidgetViewProps<QrcodeProps>) {
  const bound = valueOf(node.bound);
  const given = textOf(node.props.text ?? bound?.value);
  const text = node.props.address === true ? absoluteUrl(given) : given;
  const level = choiceOf(node.props.level, LEVELS, 'M');
  const size = Math.min(512, Math.max(64, numberOf(node.props.size, 160)));
  const code = useMemo(() => (text ? codeOf(text, level) : null), [text, level]);
  const svg = useRef<SVGSVGElement>(null);
  const label = textOf(node.props.label) || '二维码';
  const caption = textOf(node.props.caption);
  const save = async () => {
    try {
      if (svg.current)
        saveFile(
          await pictureOf(new XMLSerializer().serializeToString(svg.current), size, size),
          `${label}.png`,
        );
    } catch (failure) {
      node.ports.showFailure(failure);
    }
  };
  const says = !text ? '没有内容' : '内容太长，无法生成二维码';
  return (
    <figure className={styles.figure}>
      {code ? (
        <svg
          ref={svg}
          xmlns="http://www.w3.org/2000/svg"
          role="img"
          aria-label={`${label}：${text}`}
          width={size}
          height={size}
          viewBox={`0 0 ${code.size} ${code.size}`}
          className={styles.code}
          shapeRendering="crispEdges"
        >
          <path d={`M0 0h${code.size}v${code.size}H0z`} fill="white" />
          <path d={code.path} fill="black" />
        </svg>
      ) : (
        <span className={styles.none} style={{ width: size, height: size }}>
          {says}
        </span>
      )}
      {caption && (
        <figcaption className={styles.caption} style={{ maxWidth: size }}>
          {caption}
        </figcaption>
      )}
      {node.props.download && code && (
        <button type="button" className={chrome.link} onClick={() => void save()}>
          下载图片
        </button>
      )}
    </figure>
  );
}
