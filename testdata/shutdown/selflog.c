/*
 * Listens on the port of its first argument. On SIGTERM it closes the listener, and 300 ms later it
 * ends. It writes the wall clock of both, in nanoseconds, to the file of its second argument. One
 * thread and a mapped file, so that next to nothing comes between the second time and the end.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void pause_ms(long ms) {
	struct timespec t = {0, ms * 1000000};
	nanosleep(&t, NULL);
}

int main(int argc, char **argv) {
	if (argc != 3)
		return 2;
	int file = open(argv[2], O_CREAT | O_RDWR, 0600);
	if (file < 0 || ftruncate(file, 16) != 0)
		return 3;
	volatile int64_t *log = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	if (log == MAP_FAILED || bind(listener, (struct sockaddr *)&address, sizeof address) != 0)
		return 4;
	log[0] = log[1] = 1; /* the page is there before it is needed */
	sigset_t term;
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, NULL);
	if (listen(listener, 128) != 0)
		return 5;
	int got;
	sigwait(&term, &got);
	pause_ms(40);
	close(listener);
	log[0] = now();
	pause_ms(300);
	log[1] = now();
	_exit(7);
}
