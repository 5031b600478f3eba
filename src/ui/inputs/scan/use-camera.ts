import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { makeDecoder } from './decoder.ts';

/** Milliseconds between two looks at the picture. */
const LOOK_MS = 200;
const REASONS: Record<string, string> = {
  NotAllowedError: '没有摄像头权限，请在浏览器设置中允许本站使用摄像头',
  NotFoundError: '没有找到摄像头',
  NotReadableError: '摄像头正被其他程序使用',
  OverconstrainedError: '没有合适的摄像头',
};
/** Why there is no picture, for people. */
export function cameraProblem(failure: unknown): string {
  if (!window.isSecureContext) return '当前网址不是 https，浏览器不允许使用摄像头';
  return REASONS[String((failure as { name?: unknown } | null)?.name)] ?? '无法打开摄像头';
}

/**
 * Shows the camera that looks away from the person in `video` and reads codes until there is one.
 * Everything stops when the panel goes.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (code: string) => void,
): { running: boolean; problem: string } {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const found = useRef(onCode);
  found.current = onCode;
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | null = null;
    const stop = () => {
      gone = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
    const run = async () => {
      if (!navigator.mediaDevices?.getUserMedia) throw new Error('none');
      const [decoder, taken] = await Promise.all([
        makeDecoder(),
        navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'environment', width: { ideal: 1280 } },
        }),
      ]);
      stream = taken;
      if (gone || !video.current) {
        stop();
        return;
      }
      video.current.srcObject = taken;
      await video.current.play();
      setRunning(true);
      const look = async () => {
        const code = video.current ? await decoder.read(video.current).catch(() => null) : null;
        if (gone) return;
        if (code) found.current(code);
        else
          timer = setTimeout(() => {
            void look();
          }, LOOK_MS);
      };
      await look();
    };
    run().catch((failure: unknown) => {
      if (!gone) setProblem(cameraProblem(failure));
    });
    return stop;
  }, [video]);
  return { running, problem };
}
