export { default as Keys } from '~lib/keys';
export * as zip from '../lib/zip';
export { default as load, size as sizeOf } from '@/lib/disk';
export * from './service';
