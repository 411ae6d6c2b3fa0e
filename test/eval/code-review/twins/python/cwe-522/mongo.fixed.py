from argon2 import PasswordHasher


def sign_up(users, email, password):
    password = PasswordHasher().hash(password)
    users.insert_one({"email": email, "password": password})
    return email
