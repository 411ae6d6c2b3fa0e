import { listenProgram } from '../../../src/goods/kit/sites.ts'

/**
 * A shell script that gives a command a private view of the machine: new user, mount, process and IPC namespaces, with a
 * root that has system libraries, a few devices, and the directories that are named. It has no home, no data directory and
 * no other process. Arguments: an empty directory for the root, Node and the text of its program that listens in a network of its
 * own (both empty without one), the number of directories that may be read or written, these directories, and the command.
 *
 * A new network has a loopback that is down. `ip` is missing in small images, and Perl is in all of Debian's. What listens there
 * has ended before the command starts, and its channel to the service is closed: the command gets neither.
 *
 * `pivot_root` and not `chroot`, because a program in a chroot can make no user namespace, and Chromium's own sandbox
 * needs one.
 */
const script = `set -e
root=$1; node=$2; listen=$3; count=$4; shift 4
if [ -n "$node" ]; then
  ip link set lo up 2>/dev/null || perl -e '$up = pack("a16 s x14", "lo", 0x41); socket(S, 2, 2, 0) and ioctl(S, 0x8914, $up) or exit 1'
  "$node" --input-type=module --eval "$listen"
  exec 5>&-
  unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE
fi
mount -t tmpfs -o mode=755,size=1m tmpfs "$root"
for name in usr bin sbin lib lib32 lib64; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$root/$name"
  elif [ -d "/$name" ]; then mkdir "$root/$name"; mount --rbind "/$name" "$root/$name"; fi
done
mkdir "$root/etc" "$root/dev" "$root/proc" "$root/tmp"
for name in ld.so.cache ld.so.conf alternatives; do
  if [ -f "/etc/$name" ]; then : > "$root/etc/$name"; mount --bind "/etc/$name" "$root/etc/$name"
  elif [ -d "/etc/$name" ]; then mkdir "$root/etc/$name"; mount --bind "/etc/$name" "$root/etc/$name"; fi
done
for name in null zero full random urandom; do
  : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/shm"; mount -t tmpfs -o mode=1777,size=512m tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
while [ "$count" -gt 0 ]; do
  mkdir -p "$root$1"; mount --rbind "$1" "$root$1"; count=$((count - 1)); shift
done
cd "$root"
pivot_root . .
umount -l .
cd /
exec unshare --user --map-user=65534 --map-group=65534 -- "$@"
`

/** What a command behind `script` gets. */
export interface PrivateRoot {
  /** An empty directory. */
  readonly root: string
  /** Directories that it may read or write. */
  readonly directories: readonly string[]
  /** The Node that listens in a network of its own, see `net/private-network.ts`; null where it has none. */
  readonly network: string | null
}

/** The command line that runs a command behind `script`. It ends, with all that the command started, when it is killed. */
export function inPrivateRoot({ root, directories, network }: PrivateRoot, command: readonly string[]): readonly string[] {
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child=SIGKILL']
  const [node, listen] = network === null ? ['', ''] : [network, listenProgram()]
  const given = [root, node, listen, String(directories.length), ...directories, ...command]
  return ['unshare', ...namespaces, ...(network === null ? [] : ['--net']), '--', '/bin/sh', '-c', script, 'sh', ...given]
}
