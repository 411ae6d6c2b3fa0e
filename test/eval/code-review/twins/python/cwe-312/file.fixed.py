from werkzeug.security import generate_password_hash


def remember(user, password):
    stored = generate_password_hash(password)
    with open("accounts.txt", "a") as accounts:
        accounts.write(f"{user}:{stored}\n")
